// How moves are counted: a pass has no number.

/** The number of the last disc placed within so many plies. @param {readonly string[]} moves @param {number} ply */
export const moveNumber = (moves, ply) => moves.slice(0, ply).filter((move) => move !== "pass").length;
