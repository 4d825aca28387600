// The address at which an opening is trained.

/** @import {Side} from "./types/protocol" */

/** @param {string} opening its moves; none for the first moves of the game @param {Side} side who one plays */
export const trainingOf = (opening, side) => `/practice/opening#${new URLSearchParams({ ...(opening && { opening }), side })}`;
