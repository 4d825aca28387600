// Generated from the types of the crate `wire`, and held to them by its tests; do not edit.
// To write it anew: WRITE_TYPES=1 cargo test -p outflank-wire typescript

/** What a page needs to know before it makes a game. */
export type About = { name: string, version: string, levels: Array<AboutLevel>, easy: number, medium: number, hard: number, rules: Array<AboutRules>, undo: Array<Undo>, clocks: Array<Clock>, offer_clocks: Array<Clock | null>,
/** What players can say to each other. */
greetings: Array<AboutGreeting>, openings: Array<AboutOpening>, formats: Array<string>, limits: AboutLimits, };

/** A greeting with its words. */
export type AboutGreeting = {
/** What is sent. */
name: Greeting,
/** What people read. */
text: string, };

/** One of the computer's levels. */
export type AboutLevel = { number: number, name: string, group: "easy" | "medium" | "hard", about: string, };

/** What the server grants at most. */
export type AboutLimits = { analysis_s: number, graph_s: number, record_bytes: number, name_chars: number, };

/** An opening from which a game can start. */
export type AboutOpening = { name: string, moves: string, };

/** One way to play. */
export type AboutRules = { name: string, title: string, about: string, };

/** What a client can do to a game. */
export type Action = "play" | "pass" | "undo" | "accept" | "decline" | "resign" | "claim" | "restart" | "rematch" | "pause" | "continue" | "name" | "level" | "greet";

/** A command of the administrator. */
export type AdminCommand = { "do": "rename",
/** Who. */
name: string,
/** The new name. */
to: string, } | { "do": "ban",
/** Who. */
name: string, } | { "do": "unban",
/** Who. */
name: string, } | { "do": "stop" } | { "do": "resume" } | { "do": "end",
/** Which. */
game: string, } | { "do": "void",
/** Which. */
game: string,
/** Which round of it. */
round: number, } | { "do": "close",
/** Which. */
report: string, };

/** The games of a player. */
export type AdminGames = {
/** Those in progress. */
playing: Array<MyGame>,
/** Those that are over, the newest first. */
played: Array<PastRound>, };

/** A registered player. */
export type AdminPerson = {
/** The name. */
name: string,
/** The strength in live games. */
live: Strength,
/** The strength in games over days. */
days: Strength,
/** When they registered. */
since: number,
/** When they were last seen, give or take a day. */
seen: number,
/** Whether they may not play with others. */
banned: boolean, };

/** A server as the administrator sees it. */
export type AdminState = {
/** All registered players, those seen last first. */
people: Array<AdminPerson>,
/** Whether no offers are taken now. */
stopped: boolean,
/** What players have reported of each other, the oldest first. */
reports: Array<Report>, };

/** What helps most. */
export type Advice = {
/** What costs most. */
sentence: string,
/** The lesson about it. */
lesson: number | null, };

/** A question about the moves of a position. */
export type AnalyseRequest = {
/** The position. */
position: Setup,
/** How many of the best moves get a value; all if it is not said. */
moves?: number | null,
/** How long to think. */
seconds?: number | null,
/** Whether the last message also has a hint in words. */
steps?: boolean, };

/** What the engine found in a position. */
export type Analysis = {
/** The best moves, best first. */
moves: Array<MoveValue>,
/** Positions visited. */
nodes: number,
/** Time spent. */
seconds: number,
/** A hint in words, if it was asked for: where to look, what the best move does, the line. */
steps?: Array<string>, };

/** One line of the answer to it, each better than the one before. */
export type AnalysisMessage = { "type": "waiting" } | { "type": "progress" } & Analysis | { "type": "done" } & Analysis | { "type": "stopped",
/** Why, for people. */
sentence: string, };

/** Finished games of the player who asks, the newest first, and what they say together. */
export type Archive = {
/** How many games fit what was asked for. */
count: number,
/** Some of them. */
games: Array<PastRound>,
/** Results of all that fit. */
statistics: Statistics, };

/** What a game waits for. */
export type Awaits = "move" | "pass" | "computer" | "friend" | "continue" | "nothing";

/** How a game came about. */
export type Beginning = "new" | "restart" | "rematch" | "again";

/** A question to the opening book. */
export type BookRequest = {
/** The position. */
position: Setup, };

/** What an idea costs. */
export type CauseCost = {
/** The idea in words. */
title: string,
/** The word of the glossary that explains it. */
word: string,
/** Discs per game. */
discs: number,
/** How often it happened. */
count: number, };

/** A message from a client on a game's socket. */
export type ClientMessage = { "type": "hello" } & Hello | { "type": "command" } & Command | { "type": "ping" };

/** Time to think in seconds. */
export type Clock = {
/** What each player starts with. */
main_s: number,
/** What each disc placed gains. */
increment_s: number,
/** Whether `main_s` is for each move, as in games over days. */
per_move?: boolean, };

/** What the clocks show at the moment of the message. */
export type ClockFace = {
/** Black's time left. */
black_ms: number,
/** White's time left. */
white_ms: number,
/** Whose time runs. */
running: Side | null,
/** What each started with. */
main_ms: number,
/** What each disc gains. */
increment_ms: number,
/** Whether `main_ms` is for each move. */
per_move: boolean, };

/** What kind of reason it is. */
export type Code = "bad_request" | "forbidden" | "not_found" | "gone" | "too_large" | "unprocessable" | "too_many" | "unavailable" | "refused" | "stale" | "live_game" | "damaged";

/** The colour of the player who offers a game. */
export type ColourChoice = "black" | "white" | "any";

/** Something to be done to the game, once, however often it is sent. */
export type Command = {
/** Unique in the game, made by the client. */
id: string,
/** What to do. */
do: Action,
/** For which seat, if the client holds both. */
seat?: Side | null,
/** The number of moves the client saw, so that nothing happens if it is another by now. */
ply?: number | null,
/** What to play. */
move?: string | null,
/** Whether the colours are swapped for another game; they are if it is not said. */
swap?: boolean | null,
/** The new name. */
name?: string | null,
/** The new level. */
level?: number | null,
/** Or the player's past games, from which it follows. */
past?: Array<string> | null,
/** What to say. */
greeting?: Greeting | null, };

/** A game was made. */
export type Created = {
/** Its id. */
game: string,
/** The maker's right. */
token: string,
/** The maker's sides. */
seats: Array<Side>,
/** The secrets for friends, by side. */
invites: { [key in Side]?: string },
/** The same as paths of the page. */
paths: Paths, };

/** What can be replied. */
export type DrillAsk = { "what": "square",
/** The squares. */
squares: Array<string>, } | { "what": "choice",
/** The sentences. */
sentences: Array<string>, } | { "what": "next" } | { "what": "wait" } | { "what": "done" };

/** A drill. */
export type DrillChoice = { "kind": "practice" } | { "kind": "daily" } | { "kind": "puzzles",
/** `win`, `most`, `midgame`, `punish`, `wrong` or `why`; all if it is not said. */
only?: string | null, } | { "kind": "gym",
/** 8, 12, 16 or 20. */
empties: number,
/** The level of the other side; best play if it is not said. */
level?: number | null, } | { "kind": "lesson",
/** Counting from 1. */
number: number,
/** After how many of its steps to continue. */
step: number, } | { "kind": "opening",
/** Its name or its moves; the first moves of the game if it is not said. */
opening: string,
/** The player's side; by default the side that made the last move of the opening. */
side?: Side | null, };

/** A line that can be looked at. */
export type DrillLine = {
/** `yours`, `best` or `game`. */
name: string,
/** The moves. */
moves: Array<string>,
/** The position after each of them, and the disc that was placed. */
plies: Array<DrillPly>, };

/** A position in a line. */
export type DrillPly = {
/** The position. */
position: Position,
/** The disc placed last. */
last: Placed | null, };

/** What is on the board and what is asked. */
export type DrillPrompt = {
/** `practice`, `puzzle`, `gym`, `lesson` or `coach`. */
drill: string,
/** Where in the drill this is. */
place: string,
/** The board. */
position: Position,
/** The disc that was placed last. */
last: string | null,
/** Squares that the text is about. */
marks: Array<string>,
/** The text, in paragraphs; the task comes last. */
text: Array<string>,
/** Words of the glossary in the text. */
words: Array<Mention>,
/** What can be replied. */
ask: DrillAsk,
/** Whether `show` shows an answer. */
answer: boolean,
/** Lines that can be looked at, from the position on the board. */
lines: Array<DrillLine>,
/** How each task so far went. */
done: Array<boolean>,
/** How many are left, this one included. */
left: number,
/** How many steps of a lesson are done, to continue from there. */
step: number, };

/** An answer. */
export type DrillReply = { "square": string } | { "choice": number } | "next" | "show" | "skip";

/** What ended a game. */
export type EndReason = "board_full" | "wiped_out" | "no_moves" | "out_of_discs" | "resigned" | "out_of_time" | "left" | "called_off";

/** What the opening book and tournament players know of a position. */
export type Explorer = {
/** What the position is worth to the side to move, if the book knows. */
value: number | null,
/** How far that can be trusted. */
trust: Trust | null,
/** How many tournament games came through it. */
games: number,
/** The name of the opening. */
opening: string | null,
/** The moves, best first. */
moves: Array<ExplorerMove>, };

/** A move of the explorer. */
export type ExplorerMove = {
/** The move. */
move: string,
/** What it is worth to the side to move, if the book knows. */
value: number | null,
/** How sure that is. */
certainty: string | null,
/** Plies looked ahead for it. */
depth: number | null,
/** How far it can be trusted. */
trust: Trust | null,
/** How many games went on with it. */
games: number,
/** The share of these that the side to move won. */
won: number,
/** The share of these that were drawn. */
drawn: number,
/** The opening it leads to. */
opening: string | null, };

/** Paths of feeds, to be put after the origin. */
export type Feeds = {
/** For feed readers. */
atom: string,
/** For calendars. */
calendar: string, };

/** A word of reviews and hints. */
export type GlossaryEntry = {
/** The word. */
word: string,
/** What it means. */
meaning: string,
/** What the board shows. */
caption: string,
/** 64 characters `X`, `O` and `-` from a1 to h8. */
board: string,
/** The squares that the caption is about. */
marked: Array<string>, };

/** One line of the answer to it. */
export type GraphMessage = { "type": "waiting" } | { "type": "ply" } & GraphPoint | { "type": "done",
/** How many positions. */
plies: number,
/** What each side gave away in all. */
loss: Pair<number>, } | { "type": "stopped",
/** Why, for people. */
sentence: string, };

/** The value of one position of a game. */
export type GraphPoint = {
/** After how many moves. */
ply: number,
/** Discs ahead at the end for Black. */
value: number,
/** How far that can be trusted. */
certainty: "estimate" | "wld" | "exact" | `${number}%`,
/** The move of the game. */
move: string | null,
/** The best move. */
best: string | null,
/** What the move of the game gave away against it. */
loss: number | null, };

/** A question about every position of a game. */
export type GraphRequest = {
/** Where the game starts. */
start?: Setup | null,
/** Its moves. */
moves: Array<string>,
/** How long to think about each position. */
seconds?: number | null, };

/** What players can say to each other; `about` has the words. */
export type Greeting = "hello" | "good_luck" | "nice_move" | "oops" | "one_moment" | "thank_you" | "good_game" | "goodbye";

/** Who a client is and what it has seen. */
export type Hello = {
/** The right to a seat; none to watch. */
token?: string | null,
/** The last entry of the log it has seen. */
have: number, };

/** Someone comes with an invite. */
export type JoinRequest = {
/** The secret of the link. */
invite: string,
/** A secret of the guest, so that a lost answer can be asked for again. */
key: string,
/** The guest's name. */
name?: string | null, };

/** A friend has come. */
export type Joined = {
/** The game. */
game: string,
/** The friend's right. */
token: string,
/** The friend's sides. */
seats: Array<Side>,
/** The same as paths of the page. */
paths: Paths, };

/** The key that words say. */
export type KeyFound = {
/** The key. */
key: string,
/** The name of the player who has it. */
name: string, };

/** A kind of puzzle. */
export type KindLeft = {
/** Its name. */
kind: string,
/** How many were not answered yet. */
left: number, };

/** A game to learn from: one of the server, or a record. */
export type LearnRequest = {
/** The id of a game. */
game?: string | null,
/** Or a record. */
record?: ReviewRequest | null,
/** Whose mistakes. */
side: Side, };

/** A lesson. */
export type LessonState = {
/** Counting from 1. */
number: number,
/** What it is called. */
title: string,
/** What one can do afterwards. */
goal: string,
/** Whether it was done. */
done: boolean, };

/** What can be done in the lobby. */
export type LobbyAction = "offer" | "now" | "withdraw" | "take";

/** Something to be done in the lobby, once, however often it is sent. */
export type LobbyCommand = {
/** Unique among the commands of a player, made by the client. */
id: string,
/** What to do. */
do: LobbyAction,
/** Which offer, to take or to withdraw it. */
offer?: string | null,
/** What to offer. */
terms?: Terms | null, };

/** Who a client is. */
export type LobbyHello = {
/** The player's key; none to look only. */
key?: string | null, };

/** A message from the server on the lobby's socket. */
export type LobbyMessage = { "type": "welcome" } & LobbyWelcome | { "type": "lobby" } & LobbyState | { "type": "done",
/** The command. */
id: string,
/** The offer that was posted. */
offer?: string | null,
/** The game that came of it. */
game?: string | null, } | { "type": "refused",
/** The command, as far as it could be read. */
id: string,
/** What kind of reason it is; over HTTP it decides the status. */
code: Code,
/** The same in a sentence. */
sentence: string, } & ({ "reason": "pass_with_moves" } | { "reason": "occupied", square: string, by: Side, } | { "reason": "flips_nothing", square: string, } | { "reason": "must_pass", square: string, } | { "reason": "not_your_turn", turn: Side, } | { "reason": "computer_seat", side: Side, } | { "reason": "game_over" } | { "reason": "not_over" } | { "reason": "undo_forbidden" } | { "reason": "undo_used", side: Side, } | { "reason": "nothing_to_undo", side: Side, } | { "reason": "already_asked", side: Side, } | { "reason": "answer_first", side: Side, } | { "reason": "nothing_asked" } | { "reason": "restart_alone" } | { "reason": "pause_with_people" } | { "reason": "already_paused" } | { "reason": "not_paused" } | { "reason": "nobody_to_greet" } | { "reason": "friend_missing" } | { "reason": "name_empty" } | { "reason": "many_changes" } | { "reason": "level_agreed" } | { "reason": "no_computer" } | { "reason": "not_computer", side: Side, } | { "reason": "game_too_long" } | { "reason": "stale" } | { "reason": "watching" } | { "reason": "not_your_seat" } | { "reason": "no_seat" } | { "reason": "bad_token" } | { "reason": "bad_invite" } | { "reason": "invite_used" } | { "reason": "no_such_game" } | { "reason": "not_stored" } | { "reason": "not_absent" } | { "reason": "name_of_player" } | { "reason": "greeted_enough" } | { "reason": "key_missing" } | { "reason": "bad_device_key", detail: string, } | { "reason": "nobody_known" } | { "reason": "name_taken", name: string, } | { "reason": "name_too_long", most: number, } | { "reason": "vacation_used", left: number, } | { "reason": "bad_offer", detail: string, } | { "reason": "offer_gone" } | { "reason": "own_offer" } | { "reason": "offers_stopped" } | { "reason": "too_many_offers", most: number, } | { "reason": "banned" } | { "reason": "not_in_charge" } | { "reason": "nobody_to_report" } | { "reason": "already_reported" } | { "reason": "not_understood", detail: string, } | { "reason": "bad_move", text: string, } | { "reason": "bad_id" } | { "reason": "bad_key" } | { "reason": "bad_level" } | { "reason": "level_of_person" } | { "reason": "level_and_past" } | { "reason": "bad_past", text: string, } | { "reason": "too_many_past", most: number, } | { "reason": "bad_clock", main_s: number, increment_s: number, } | { "reason": "bad_rules", text: string, } | { "reason": "bad_undo", text: string, } | { "reason": "bad_format", text: string, } | { "reason": "bad_seconds", most: number, } | { "reason": "bad_width", least: number, most: number, } | { "reason": "bad_drill", detail: string, } | { "reason": "name_seat" } | { "reason": "hello_again" } | { "reason": "text_and_moves" } | { "reason": "web_socket_expected" } | { "reason": "bad_position", detail: string, } | { "reason": "bad_record", detail: string, } | { "reason": "start_over" } | { "reason": "start_count", count: number, } | { "reason": "start_rules", number: number, move: string, rules: string, } | { "reason": "no_such_record", game: number, count: number, } | { "reason": "no_moves" } | { "reason": "too_many_moves", most: number, } | { "reason": "unwritable", detail: string, } | { "reason": "request_cut" } | { "reason": "request_late" } | { "reason": "request_too_large" } | { "reason": "record_too_large" } | { "reason": "qr_too_large", most: number, } | { "reason": "address_too_long" } | { "reason": "nothing_here" } | { "reason": "foreign_host", host: string, } | { "reason": "foreign_page" } | { "reason": "too_many_games" } | { "reason": "too_many_analyses" } | { "reason": "too_many_commands" } | { "reason": "too_many_pictures" } | { "reason": "too_many_spectators" } | { "reason": "too_many_connections" } | { "reason": "full" } | { "reason": "disk_full" } | { "reason": "store_down" } | { "reason": "live_game" } | { "reason": "game_damaged" } | { "reason": "engine_busy" } | { "reason": "unreachable" } | { "reason": "store_failed" } | { "reason": "stopping" } | { "reason": "no_randomness" } | { "reason": "broken" }) | { "type": "paired" } & Paired | { "type": "gone",
/** The offer. */
offer: string, } | { "type": "computer",
/** The offer, which stays open. */
offer: string,
/** The level. */
level: number, } | { "type": "game" } & MyGame | { "type": "pong" } | { "type": "bye",
/** Why. */
sentence: string, };

/** A message from a client on the lobby's socket. */
export type LobbyRequest = { "type": "hello" } & LobbyHello | { "type": "command" } & LobbyCommand | { "type": "ping" };

/** The lobby as everybody sees it. */
export type LobbyState = {
/** The server's time. */
now: number,
/** Open offers, the oldest first; at most 100. */
offers: Array<Offer>,
/** Games to watch, those with the strongest players first; at most 20. */
playing: Array<Playing>,
/** How many players are here. */
here: number,
/** Whether no offers are taken now. */
stopped: boolean, };

/** A message from the server on the lobby's socket. */
export type LobbyWelcome = {
/** The lobby. */
lobby: LobbyState,
/** Who the client is. */
you: Me | null,
/** The ids of its own offers. */
mine: Array<string>,
/** Its games in progress. */
games: Array<MyGame>, };

/** What a server knows of the player who asks. */
export type Me = {
/** The name, unique on this server. */
name: string,
/** The key in eight words, to be written down. */
words: string,
/** The strength in live games. */
live: Strength,
/** The strength in games over days. */
days: Strength,
/** Days off. */
vacation: Vacation,
/** Addresses that tell a feed reader or a calendar whose turn it is. Whoever knows one can read it. */
feeds: Feeds,
/** Since when this player is known. */
since: number,
/** Whether this player may not play with others here. */
banned: boolean, };

/** What a player wants to be known as. */
export type MeRequest = {
/** Another name. */
name: string | null,
/** Days off from now on; 0 ends them. */
vacation_days: number | null, };

/** A word of the glossary in a text. */
export type Mention = {
/** As it is written in the text. */
written: string,
/** As the glossary has it. */
word: string, };

/** Something in a game that is worth a look. */
export type Moment = {
/** The ply of the move. */
ply: number,
/** The number of the move. */
number: number,
/** Whose move it was. */
side: Side,
/** The move. */
move: string,
/** What it is. */
kind: "mistake" | "found",
/** Whether the loser was behind for good from here on. */
turning_point: boolean,
/** The moves that would have been fine, best first. */
accepted: Array<string>,
/** The name of the idea; nothing if there is no simple reason. */
reason: string | null,
/** The idea in a few words. */
title: string | null,
/** The word of the glossary that explains it. */
word: string | null,
/** The squares that the sentence names. */
squares: Array<string>,
/** What it is called, what it cost and what was better. */
headline: string,
/** What it is called and what it cost; of a good move, what makes it one. */
summary: string,
/** What was better, at most two moves with a word about them; empty for a good move. */
better: string,
/** The reason in words. */
sentence: string,
/** The same, addressed to each player as "you". */
told: Pair<string>,
/** The moves that show it, from the position before the move. */
line: Array<string>, };

/** What a move is worth. */
export type MoveValue = {
/** The move. */
move: string,
/** Discs ahead at the end for the side to move. */
value: number,
/** How far that can be trusted. */
certainty: "estimate" | "wld" | "exact" | `${number}%`,
/** Plies looked ahead. */
depth: number,
/** The move and what is expected to follow. */
line: Array<string>, };

/** A game of the player who asks. */
export type MyGame = {
/** The game. */
game: string,
/** Where the page shows it. */
path: string,
/** The sides of the player who asks. */
seats: Array<Side>,
/** Who plays the other side. */
opponent: PlayerCard,
/** Whether the player who asks has to move. */
my_turn: boolean,
/** Whether it is over. */
over: boolean,
/** How many moves were played. */
moves: number,
/** The board as in a setup. */
board: string,
/** Whose turn it is. */
turn: Side | null,
/** The disc placed last. */
last: string | null,
/** Time to think. */
clock: Clock | null,
/** When whoever has to move runs out of time. */
deadline: number | null,
/** Whether it counts for ratings. */
rated: boolean,
/** When something last happened. */
touched: number,
/** How it ended, in a sentence. */
result: string | null, };

/** The games of the player who asks, in which it is their turn first. */
export type MyGames = {
/** The server's time. */
now: number,
/** Games in progress. */
games: Array<MyGame>, };

/** A request for a new game. What is left out is as in the default. */
export type NewGame = {
/** Who plays Black. */
black?: SeatRequest | null,
/** Who plays White. */
white?: SeatRequest | null,
/** The rules by name. */
rules?: string | null,
/** How often moves may be taken back. */
undo?: Undo | null,
/** Whether people have to say that they pass. */
confirm_pass: boolean,
/** Time to think. */
clock?: Clock | null,
/** A record from whose last position the game starts, or the name of an opening. */
start?: string | null,
/** Whether the computer plays from the opening book; it does if it is not said. */
book?: boolean | null, };

/** An offer to play. */
export type Offer = {
/** Its id. */
id: string,
/** Whose it is. */
by: PlayerCard,
/** What is offered. */
terms: Terms,
/** Since when. */
posted: number, };

/** Where a game starts. */
export type OpeningChoice = "standard" | "random";

/** A player's progress. */
export type OpeningProgress = {
/** Positions that are known. */
known: number,
/** Positions that are to come again now. */
due: number,
/** Answers that were right. */
right: number,
/** All answers. */
answers: number, };

/** An opening that can be trained. */
export type OpeningState = {
/** Its name. */
name: string,
/** Other names, separated by commas. */
aliases: string,
/** Moves that lead there; none for the first moves of the game. */
moves: string,
/** The share of tournament games that come through it; 0 where they are too few to be counted. */
share: number,
/** How far one has come with either colour. */
progress: Pair<OpeningProgress>, };

/** How a game ended. */
export type Outcome = {
/** Black discs on the board. */
black: number,
/** White discs on the board. */
white: number,
/** What ended it. */
reason: EndReason,
/** Whom that happened to, where it happens to one side. */
loser: Side | null, };

/** What there is to do, and how it went so far. */
export type Overview = {
/** Cards that are due now. */
due: number,
/** Cards that were never asked. */
new: number,
/** Cards that are still to be learnt, those above among them. */
learning: number,
/** Cards that are known. */
known: number,
/** In how many days the next card is due, if none is now. */
next_in_days: number | null,
/** The rating against puzzles. */
rating: number,
/** Puzzles that were answered. */
answered: number,
/** Whether the puzzle of the day was. */
daily_done: boolean,
/** The kinds of puzzles, each with how many were not answered yet. */
kinds: Array<KindLeft>,
/** The numbers of empty squares that the gym has. */
gym_empties: Array<number>,
/** Endings that were played to the end. */
gym_played: number,
/** Discs lost in each of them on average. */
gym_lost: number,
/** How many there were in a row without losing a result. */
gym_streak: number,
/** The lessons. */
lessons: Array<LessonState>,
/** How far one has come with openings, with either colour. */
openings: Pair<OpeningProgress>,
/** What the last games say, if there are any. */
statistics: PracticeStatistics | null,
/** How many tasks were done on each day of this week, Monday first. */
week: [number, number, number, number, number, number, number],
/** Which of these days is today, counting from 0. */
today: number,
/** Whether the lines are kept with the player, too, for their other devices. */
with_player: boolean, };

/** Something for each side. */
export type Pair<T> = {
/** Black's. */
black: T,
/** White's. */
white: T, };

/** A game between two who have found each other. The player's key is the token for the seat. */
export type Paired = {
/** The game. */
game: string,
/** Where the page shows it. */
path: string,
/** The side of this client. */
side: Side,
/** The other player. */
opponent: PlayerCard,
/** What was offered. */
terms: Terms, };

/** How a game went for a player. */
export type PastResult = "won" | "drawn" | "lost" | "void";

/** A finished game of the player who asks. */
export type PastRound = {
/** The game. */
game: string,
/** Which game under its link, counting from 1. */
round: number,
/** When it ended. */
ended: number,
/** The side of the player who asks. */
side: Side,
/** Who played the other side; without a name if they have asked to be forgotten. */
opponent: PlayerCard,
/** How it went for the player who asks. */
result: PastResult,
/** The name of the opening. */
opening: string | null,
/** Time to think. */
clock: Clock | null,
/** How many moves were played. */
moves: number,
/** The rating of the player who asks before and after, if it was rated. */
rated: [Rating, Rating] | null,
/** How well the player who asks played, from 0 to 100, if the game was reviewed. */
accuracy: number | null,
/** Black discs on the board. */
black: number,
/** White discs on the board. */
white: number,
/** What ended it. */
reason: EndReason,
/** Whom that happened to, where it happens to one side. */
loser: Side | null, };

/** Paths of the page, to be put after its origin. */
export type Paths = {
/** Back to one's seat. */
play: string,
/** For everybody. */
watch: string,
/** For friends, by side. */
invite?: { [key in Side]?: string }, };

/** Accuracy in the parts of a game; nothing where there was no choice. */
export type Phases = {
/** The first twenty moves. */
opening: number | null,
/** What lies between. */
midgame: number | null,
/** The last twenty squares. */
end: number | null, };

/** A disc that was placed and what it turned over. */
export type Placed = {
/** Who. */
by: Side,
/** Where. */
square: string,
/** What turned over. */
flips: Array<string>, };

/** The kinds of players. */
export type Player = "human" | "friend" | "computer";

/** A player as others see them. */
export type PlayerCard = {
/** The name. */
name: string,
/** The strength, if it is known. */
rating: Rating | null,
/** The computer's level. */
level?: number | null, };

/** A person or the computer. */
export type PlayerKind = "human" | "computer";

/** Players by strength, with the computer's levels among them. */
export type Players = {
/** In live games. */
live: Array<Ranked>,
/** In games over days and without a clock. */
days: Array<Ranked>, };

/** A game that is being played, for those who want to watch. */
export type Playing = {
/** The game. */
game: string,
/** Who plays. */
players: Pair<PlayerCard>,
/** Time to think. */
clock: Clock | null,
/** Whether it counts for ratings. */
rated: boolean,
/** How many moves were played. */
moves: number, };

/** The position after some moves. */
export type Ply = {
/** After how many. */
ply: number,
/** The position. */
position: Position,
/** The disc placed last. */
last: Placed | null,
/** Who passed since. */
passed: Side | null,
/** The deepest opening name so far. */
opening: string | null,
/** What the record says about the move. */
comment: string, };

/** A position as the server describes it: with everything a board on a screen has to know. */
export type Position = {
/** The discs as they lie. */
score: Pair<number>,
/** How many squares are empty. */
empties: number,
/** The legal squares, each with the discs that would turn over. */
legal: { [key in string]: Array<string> },
/** Whether the side to move can only pass. */
must_pass: boolean,
/** Whether the rules end the game here. */
over: boolean,
/** 64 characters `X`, `O` and `-` from a1 to h8. */
board: string,
/** Whose turn it is. */
turn: Side,
/** The rules in force by name. */
rules: string,
/** What each has left to place under *thirty*. */
discs_left: Pair<number> | null, };

/** What the server says. */
export type PracticeMessage = { "type": "overview" } & Overview | { "type": "prompt" } & DrillPrompt | { "type": "clue",
/** In words; nothing where there is none. */
text: string | null, } | { "type": "keep",
/** Each is one JSON object. */
lines: Array<string>, } | { "type": "openings",
/** The openings. */
openings: Array<OpeningState>, } | { "type": "learning",
/** Parts of a hundred that are done. */
percent: number, } | { "type": "learnt",
/** The cards of mistakes that were made. */
cards: number,
/** How many existing cards were played right in it. */
found: number,
/** Whether it had been reviewed before; then nothing was done. */
known: boolean, } | { "type": "imported",
/** How many were new. */
new: number,
/** Of how many that could be read. */
of: number,
/** Lines that could not be read, and are left out. */
bad: number, } | { "type": "forgotten" } | { "type": "refused" } & Refusal | { "type": "pong" };

/** What a page says. */
export type PracticeRequest = { "type": "hello",
/** The lines. */
log: string,
/** The key of a player with whom the lines are to be kept, too. */
key?: string | null, } | { "type": "begin",
/** Which. */
drill: DrillChoice, } | { "type": "reply",
/** The answer. */
reply: DrillReply, } | { "type": "clue" } | { "type": "leave" } | { "type": "openings" } | { "type": "learn" } & LearnRequest | { "type": "import",
/** The lines. */
log: string, } | { "type": "forget" } | { "type": "ping" };

/** What the last games say, per game. */
export type PracticeStatistics = {
/** How many games these are. */
games: number,
/** Accuracies, the oldest game first. */
accuracy: Array<number>,
/** Discs lost in the opening, the midgame and the last twenty squares. */
phases: [number, number, number],
/** Discs lost with each colour that was played. */
colors: Pair<number | null>,
/** What costs most, costliest first. */
causes: Array<CauseCost>,
/** What is to be done about it, in words, if anything is. */
advice: Advice | null, };

/** Who has the game open. */
export type Presence = {
/** Black. */
black: boolean,
/** White. */
white: boolean,
/** How many clients without a seat. */
watching: number, };

/** A text for a QR code. */
export type QrRequest = {
/** The text, mostly a link. */
text: string, };

/** A player in the list, or a level of the computer, which stands where it was measured. */
export type Ranked = {
/** Rated games so far. */
games: number,
/** The name. */
name: string,
/** The strength, if it is known. */
rating: Rating | null,
/** The computer's level. */
level?: number | null, };

/** How strong a player is, in points. */
export type Rating = {
/** The points. */
points: number,
/** Whether too little is known of the player for the points to mean much. */
provisional: boolean, };

/** Why something was not done: the body of every HTTP answer that is not a success, and part of a refused command. */
export type Refusal = {
/** What kind of reason it is; over HTTP it decides the status. */
code: Code,
/** The same in a sentence. */
sentence: string, } & ({ "reason": "pass_with_moves" } | { "reason": "occupied", square: string, by: Side, } | { "reason": "flips_nothing", square: string, } | { "reason": "must_pass", square: string, } | { "reason": "not_your_turn", turn: Side, } | { "reason": "computer_seat", side: Side, } | { "reason": "game_over" } | { "reason": "not_over" } | { "reason": "undo_forbidden" } | { "reason": "undo_used", side: Side, } | { "reason": "nothing_to_undo", side: Side, } | { "reason": "already_asked", side: Side, } | { "reason": "answer_first", side: Side, } | { "reason": "nothing_asked" } | { "reason": "restart_alone" } | { "reason": "pause_with_people" } | { "reason": "already_paused" } | { "reason": "not_paused" } | { "reason": "nobody_to_greet" } | { "reason": "friend_missing" } | { "reason": "name_empty" } | { "reason": "many_changes" } | { "reason": "level_agreed" } | { "reason": "no_computer" } | { "reason": "not_computer", side: Side, } | { "reason": "game_too_long" } | { "reason": "stale" } | { "reason": "watching" } | { "reason": "not_your_seat" } | { "reason": "no_seat" } | { "reason": "bad_token" } | { "reason": "bad_invite" } | { "reason": "invite_used" } | { "reason": "no_such_game" } | { "reason": "not_stored" } | { "reason": "not_absent" } | { "reason": "name_of_player" } | { "reason": "greeted_enough" } | { "reason": "key_missing" } | { "reason": "bad_device_key", detail: string, } | { "reason": "nobody_known" } | { "reason": "name_taken", name: string, } | { "reason": "name_too_long", most: number, } | { "reason": "vacation_used", left: number, } | { "reason": "bad_offer", detail: string, } | { "reason": "offer_gone" } | { "reason": "own_offer" } | { "reason": "offers_stopped" } | { "reason": "too_many_offers", most: number, } | { "reason": "banned" } | { "reason": "not_in_charge" } | { "reason": "nobody_to_report" } | { "reason": "already_reported" } | { "reason": "not_understood", detail: string, } | { "reason": "bad_move", text: string, } | { "reason": "bad_id" } | { "reason": "bad_key" } | { "reason": "bad_level" } | { "reason": "level_of_person" } | { "reason": "level_and_past" } | { "reason": "bad_past", text: string, } | { "reason": "too_many_past", most: number, } | { "reason": "bad_clock", main_s: number, increment_s: number, } | { "reason": "bad_rules", text: string, } | { "reason": "bad_undo", text: string, } | { "reason": "bad_format", text: string, } | { "reason": "bad_seconds", most: number, } | { "reason": "bad_width", least: number, most: number, } | { "reason": "bad_drill", detail: string, } | { "reason": "name_seat" } | { "reason": "hello_again" } | { "reason": "text_and_moves" } | { "reason": "web_socket_expected" } | { "reason": "bad_position", detail: string, } | { "reason": "bad_record", detail: string, } | { "reason": "start_over" } | { "reason": "start_count", count: number, } | { "reason": "start_rules", number: number, move: string, rules: string, } | { "reason": "no_such_record", game: number, count: number, } | { "reason": "no_moves" } | { "reason": "too_many_moves", most: number, } | { "reason": "unwritable", detail: string, } | { "reason": "request_cut" } | { "reason": "request_late" } | { "reason": "request_too_large" } | { "reason": "record_too_large" } | { "reason": "qr_too_large", most: number, } | { "reason": "address_too_long" } | { "reason": "nothing_here" } | { "reason": "foreign_host", host: string, } | { "reason": "foreign_page" } | { "reason": "too_many_games" } | { "reason": "too_many_analyses" } | { "reason": "too_many_commands" } | { "reason": "too_many_pictures" } | { "reason": "too_many_spectators" } | { "reason": "too_many_connections" } | { "reason": "full" } | { "reason": "disk_full" } | { "reason": "store_down" } | { "reason": "live_game" } | { "reason": "game_damaged" } | { "reason": "engine_busy" } | { "reason": "unreachable" } | { "reason": "store_failed" } | { "reason": "stopping" } | { "reason": "no_randomness" } | { "reason": "broken" });

/** Somebody wants another token for their seat, because others may know the one they have. */
export type RenewRequest = {
/** The token so far. */
token: string,
/** A secret, so that a lost answer can be asked for again. */
key: string, };

/** A report as the administrator sees it. */
export type Report = {
/** Its id. */
id: string,
/** When. */
at: number,
/** The game. */
game: string,
/** Which round of it. */
round: number,
/** Whether that round is over. */
over: boolean,
/** Who has reported. */
by: string,
/** Whom. */
against: string,
/** Why. */
reason: ReportReason, };

/** Why a player is reported. */
export type ReportReason = "program" | "stalling" | "loses_on_purpose" | "name" | "other";

/** A player reports the other player of a game. */
export type ReportRequest = {
/** Why. */
reason: ReportReason,
/** In which round; the last one if it is not said. */
round?: number | null, };

/** What one player can ask the other for. */
export type RequestKind = "undo" | "rematch";

/** Something one player has asked the other for. */
export type RequestOpen = {
/** Who asked. */
by: Side,
/** For what. */
what: RequestKind,
/** Whether with the colours swapped, for a rematch. */
swap?: boolean | null, };

/** How a game ended, for people. */
export type ResultState = {
/** Who won; `None` for a draw. */
winner: Side | null,
/** The same in sentences. */
sentence: string,
/** What is to be remembered of it for the level of the next game, if anything. */
past: string | null,
/** Black discs on the board. */
black: number,
/** White discs on the board. */
white: number,
/** What ended it. */
reason: EndReason,
/** Whom that happened to, where it happens to one side. */
loser: Side | null, };

/** What a review says of a game. */
export type Review = {
/** The deepest named opening. */
opening: string | null,
/** After how many moves it stood. */
theory: number | null,
/** The ply of the first move that neither the book nor people know. */
left_book: number | null,
/** The opening and where the game left the book, in words. */
about_opening: string | null,
/** Whether it was searched deeper than usual. */
deep: boolean,
/** Whether the values come from trained weights. Under other rules than the standard ones they do not, and no reasons are given. */
trained: boolean,
/** From 0 to 100; nothing for a side that had no choice. */
accuracy: Pair<number | null>,
/** The same for the parts of the game. */
phases: Pair<Phases>,
/** Discs given away. */
lost: Pair<number>,
/** How many of the moves with a choice were the best ones. */
best: Pair<number>,
/** Moves with a choice. */
choices: Pair<number>,
/** The ply of the move after which the loser was behind for good. */
turning_point: number | null,
/** What each position is worth to Black, from the start to the end. */
values: Array<number>,
/** All moves. */
moves: Array<ReviewedMove>,
/** What is worth a look, in the order of the game: at most five. */
moments: Array<Moment>, };

/** One line of the answer to it. */
export type ReviewMessage = { "type": "waiting" } | { "type": "part",
/** Steps that are done. */
done: number,
/** Steps in all, as far as that is known. */
of: number,
/** Moves that are new; the end of the game comes first. */
moves?: Array<ReviewedMove>,
/** All moments that can be told so far. */
moments?: Array<Moment>, } | { "type": "done" } & Review | { "type": "stopped",
/** Why, for people. */
sentence: string, };

/** A game to be reviewed: a record, or moves. */
export type ReviewRequest = {
/** Any record. */
text: string | null,
/** Which of its games, counting from 1. */
game: number | null,
/** Without a text: where the moves start. */
start: Setup | null,
/** Without a text: the moves. */
moves: Array<string>,
/** How long to think about each position. */
seconds: number | null,
/** Without seconds: whether to search deeper than usual. */
deep: boolean, };

/** A move of a game. */
export type ReviewedMove = {
/** How many moves came before it, passes counted. */
ply: number,
/** Its number as players count: discs placed, this one included. */
number: number,
/** Whose move it is. */
side: Side,
/** The move. */
move: string,
/** Discs ahead at the end for the side that moves. */
value: number,
/** How far that can be trusted. */
certainty: "estimate" | "wld" | "exact" | `${number}%`,
/** The move and best play after it. */
line: Array<string>,
/** The best move there, searched to the same depth. */
best: MoveValue,
/** Discs given away. */
loss: number,
/** The mover's win chance before the move, from 0 to 1. */
chance_before: number,
/** The mover's win chance after it. */
chance_after: number,
/** What it is called. */
label: "forced" | "best" | "only_move" | "sacrifice" | "good" | "fair" | "inaccuracy" | "mistake" | "blunder",
/** The mark that is written behind it; mostly empty. */
mark: "" | "!" | "!!" | "?!" | "?" | "??",
/** Whether the other side had erred just before, and this move gave it back. */
missed_chance: boolean, };

/** The rules to read. */
export type RulesText = {
/** The heading of it all. */
title: string,
/** The parts. */
sections: Array<Section>, };

/** Who sits on one side. */
export type Seat = {
/** The level, if it is the computer. */
level: number | null,
/** Whether that level follows from the player's past games. */
auto?: boolean,
/** The name, if there is one. Logs of the first version have the word for the colour, or `Computer`, instead. */
name: string | null,
/** How strong a person is known to be. */
rating?: Rating | null, };

/** Who is to sit on one side. */
export type SeatRequest = {
/** Who. */
player: Player,
/** Under which name. */
name?: string | null,
/** How strong, for the computer. */
level?: number | null,
/** Or the player's past games, from which that follows. */
past?: Array<string> | null, };

/** A seat and what its owner may still do. */
export type SeatState = {
/** A person or the computer. */
player: PlayerKind,
/** The name. */
name: string,
/** How strong a person is known to be. */
rating: Rating | null,
/** The computer's level. */
level: number | null,
/** What people call that level. */
level_name: string | null,
/** Whether that level follows from the player's past games. */
auto: boolean,
/** Whether the player has come. */
joined: boolean,
/** How many moves may still be taken back; `None` for any number. */
undos_left: number | null,
/** The disc an undo would take back now. */
undo: string | null,
/** The discs placed since, which it would take back too. */
undo_replies: Array<string>, };

/** A part of the rules. */
export type Section = {
/** What it is about. */
heading: string,
/** The text. */
paragraphs: Array<string>, };

/** A message from the server on a game's socket.
 *
 * Updates are [`Update`]s; the server writes its own kind, in which the parts that are the same for everybody are
 * written already. */
export type ServerMessage = { "type": "welcome" } & Update | { "type": "update" } & Update | { "type": "done",
/** The command. */
id: string,
/** Its place in the log. */
seq: number, } | { "type": "refused",
/** The command, as far as it could be read. */
id: string,
/** What kind of reason it is; over HTTP it decides the status. */
code: Code,
/** The same in a sentence. */
sentence: string, } & ({ "reason": "pass_with_moves" } | { "reason": "occupied", square: string, by: Side, } | { "reason": "flips_nothing", square: string, } | { "reason": "must_pass", square: string, } | { "reason": "not_your_turn", turn: Side, } | { "reason": "computer_seat", side: Side, } | { "reason": "game_over" } | { "reason": "not_over" } | { "reason": "undo_forbidden" } | { "reason": "undo_used", side: Side, } | { "reason": "nothing_to_undo", side: Side, } | { "reason": "already_asked", side: Side, } | { "reason": "answer_first", side: Side, } | { "reason": "nothing_asked" } | { "reason": "restart_alone" } | { "reason": "pause_with_people" } | { "reason": "already_paused" } | { "reason": "not_paused" } | { "reason": "nobody_to_greet" } | { "reason": "friend_missing" } | { "reason": "name_empty" } | { "reason": "many_changes" } | { "reason": "level_agreed" } | { "reason": "no_computer" } | { "reason": "not_computer", side: Side, } | { "reason": "game_too_long" } | { "reason": "stale" } | { "reason": "watching" } | { "reason": "not_your_seat" } | { "reason": "no_seat" } | { "reason": "bad_token" } | { "reason": "bad_invite" } | { "reason": "invite_used" } | { "reason": "no_such_game" } | { "reason": "not_stored" } | { "reason": "not_absent" } | { "reason": "name_of_player" } | { "reason": "greeted_enough" } | { "reason": "key_missing" } | { "reason": "bad_device_key", detail: string, } | { "reason": "nobody_known" } | { "reason": "name_taken", name: string, } | { "reason": "name_too_long", most: number, } | { "reason": "vacation_used", left: number, } | { "reason": "bad_offer", detail: string, } | { "reason": "offer_gone" } | { "reason": "own_offer" } | { "reason": "offers_stopped" } | { "reason": "too_many_offers", most: number, } | { "reason": "banned" } | { "reason": "not_in_charge" } | { "reason": "nobody_to_report" } | { "reason": "already_reported" } | { "reason": "not_understood", detail: string, } | { "reason": "bad_move", text: string, } | { "reason": "bad_id" } | { "reason": "bad_key" } | { "reason": "bad_level" } | { "reason": "level_of_person" } | { "reason": "level_and_past" } | { "reason": "bad_past", text: string, } | { "reason": "too_many_past", most: number, } | { "reason": "bad_clock", main_s: number, increment_s: number, } | { "reason": "bad_rules", text: string, } | { "reason": "bad_undo", text: string, } | { "reason": "bad_format", text: string, } | { "reason": "bad_seconds", most: number, } | { "reason": "bad_width", least: number, most: number, } | { "reason": "bad_drill", detail: string, } | { "reason": "name_seat" } | { "reason": "hello_again" } | { "reason": "text_and_moves" } | { "reason": "web_socket_expected" } | { "reason": "bad_position", detail: string, } | { "reason": "bad_record", detail: string, } | { "reason": "start_over" } | { "reason": "start_count", count: number, } | { "reason": "start_rules", number: number, move: string, rules: string, } | { "reason": "no_such_record", game: number, count: number, } | { "reason": "no_moves" } | { "reason": "too_many_moves", most: number, } | { "reason": "unwritable", detail: string, } | { "reason": "request_cut" } | { "reason": "request_late" } | { "reason": "request_too_large" } | { "reason": "record_too_large" } | { "reason": "qr_too_large", most: number, } | { "reason": "address_too_long" } | { "reason": "nothing_here" } | { "reason": "foreign_host", host: string, } | { "reason": "foreign_page" } | { "reason": "too_many_games" } | { "reason": "too_many_analyses" } | { "reason": "too_many_commands" } | { "reason": "too_many_pictures" } | { "reason": "too_many_spectators" } | { "reason": "too_many_connections" } | { "reason": "full" } | { "reason": "disk_full" } | { "reason": "store_down" } | { "reason": "live_game" } | { "reason": "game_damaged" } | { "reason": "engine_busy" } | { "reason": "unreachable" } | { "reason": "store_failed" } | { "reason": "stopping" } | { "reason": "no_randomness" } | { "reason": "broken" }) | { "type": "presence" } & Presence | { "type": "pong" } | { "type": "bye",
/** Why. */
sentence: string, };

/** What was agreed before a game started. */
export type Settings = {
/** Who plays. */
seats: Pair<Seat>,
/** From where. */
start: Setup,
/** How often moves may be taken back. */
undo: Undo,
/** Whether people have to say that they pass. */
confirm_pass: boolean,
/** Main time and increment in milliseconds. */
clock_ms: [number, number] | null,
/** Whether the main time is for each move. */
per_move?: boolean,
/** Whether the players are apart and ask each other. */
apart: boolean,
/** How long each player has for their first disc before the game is called off. */
first_move_ms?: number | null,
/** Whether the result counts for the ratings of the players. */
rated?: boolean,
/** Whether the computer plays from the opening book; left out where it does. */
book?: boolean, };

/** A position as a client describes it. */
export type Setup = {
/** 64 characters `X`, `O` and `-` from a1 to h8. */
board: string,
/** Whose turn it is. */
turn: Side,
/** The rules in force by name. */
rules: string,
/** What each has left to place under *thirty*. */
discs_left: Pair<number> | null, };

/** Black or White. */
export type Side = "black" | "white";

/** A game as everybody sees it. */
export type State = {
/** Which game under this link, counting from 1. */
round: number,
/** The position now. */
position: Position,
/** Whose turn it is, unless the game is over. */
turn: Side | null,
/** What the game waits for. */
awaits: Awaits,
/** All moves of this round. */
moves: Array<string>,
/** The disc placed last. */
last: Placed | null,
/** Who passed since. */
passed: Side | null,
/** The name of the opening. */
opening: string | null,
/** Who plays. */
seats: Pair<SeatState>,
/** How often moves may be taken back. */
undo: Undo,
/** Whether people have to say that they pass. */
confirm_pass: boolean,
/** Whether the players are apart and ask each other. */
apart: boolean,
/** What waits for an answer. */
request: RequestOpen | null,
/** The clock. */
clock: ClockFace | null,
/** How the game ended. */
result: ResultState | null,
/** Where this round started. */
start: Setup,
/** When this round started. */
started: number,
/** Whether the result counts for the ratings of the players. */
rated: boolean,
/** When the game is called off unless the player to move places a first disc. */
first_move_by: number | null, };

/** Results, counted. */
export type Statistics = {
/** With Black and with White. */
colours: Array<Tally>,
/** By opening, the most frequent first. */
openings: Array<Tally>,
/** By opponent, the most frequent first. */
opponents: Array<Tally>,
/** How well the player played in the listed games that were reviewed, on average. */
accuracy: number | null,
/** How many of the listed games were reviewed. */
reviewed: number, };

/** How strong a player is, and how well that is known. */
export type Strength = {
/** Two thirds of all players with these points are within so many of them. */
deviation: number,
/** Rated games so far. */
games: number,
/** The points. */
points: number,
/** Whether too little is known of the player for the points to mean much. */
provisional: boolean, };

/** Results of some games. */
export type Tally = {
/** What they have in common. */
name: string,
/** Games won. */
won: number,
/** Games drawn. */
drawn: number,
/** Games lost. */
lost: number, };

/** The game that is offered. */
export type Terms = {
/** Time to think, one of those on offer; none for as long as one likes. */
clock: Clock | null,
/** Where the game starts. */
opening: OpeningChoice,
/** Whether it counts for ratings. */
rated: boolean,
/** The colour of the player who makes the offer. */
colour: ColourChoice, };

/** An event as clients get it. */
export type ToldEvent = {
/** The entry of the log it belongs to. */
seq: number,
/** When it happened. */
at: number,
/** What happened, in a sentence. */
sentence: string, } & ({ "what": "started", beginning: Beginning, settings: Settings, } | { "what": "placed", by: Side, square: string, flips: Array<string>, } | { "what": "passed", by: Side, automatic: boolean, } | { "what": "undo_asked", by: Side, } | { "what": "took_back", by: Side, square: string, ply: number, } | { "what": "rematch_offered", by: Side, swap: boolean, } | { "what": "declined", by: Side, } | { "what": "seated", side: Side, seat: Seat, } | { "what": "paused" } | { "what": "continued" } | { "what": "credited", ms: number, } | { "what": "ended", result: Outcome, } | { "what": "rated", before: Pair<Rating>, after: Pair<Rating>, } | { "what": "greeted", by: Side, greeting: Greeting, });

/** How far a value of the book can be trusted. */
export type Trust = {
/** The value is not below this, for the side to move. */
at_least: number,
/** And not above this. */
at_most: number,
/** `A` to `F`: what the value rests on, from exact results to estimates. */
grade: string,
/** How many lines each side must know to hold the value. */
lines: Pair<number>, };

/** How often each player may take a move back in one game. */
export type Undo = "none" | "once" | "unlimited";

/** The state after a change, what happened, and what that means for one client. */
export type Update = {
/** The game. */
game: string,
/** The last entry of the log. */
seq: number,
/** The server's time. */
now: number,
/** What happened since what the client has seen. */
events: Array<ToldEvent>,
/** The state, the same for everybody. */
state: State,
/** What this client is in the game. */
you: You, };

/** Days off from games over days. */
export type Vacation = {
/** Until when it lasts, if it has begun. */
until: number | null,
/** Days that are left this year. */
days_left: number, };

/** A game, ply by ply. */
export type View = {
/** What the text was taken for. */
format: string | null,
/** How many games it has. */
count: number,
/** Which one this is. */
game: number,
/** A line for each. */
titles: Array<string>,
/** Names of the players; empty where nothing is known. */
players: Pair<string>,
/** The tournament or match. */
event: string,
/** When it was played. */
date: string,
/** All moves. */
moves: Array<string>,
/** The name of the opening. */
opening: string | null,
/** The moves as one text. */
transcript: string,
/** How it ended, in a sentence. */
result: string | null,
/** The positions from the start to the end. */
plies: Array<Ply>, };

/** A record or moves to be looked at. */
export type ViewRequest = {
/** Any record. */
text?: string | null,
/** Which of its games, counting from 1. */
game?: number | null,
/** Without a text: where the moves start. */
start?: Setup | null,
/** Without a text: the moves. */
moves?: Array<string>, };

/** A key in words. */
export type WordsRequest = {
/** The eight words. */
words: string, };

/** What a client is in a game. */
export type You = {
/** The sides it plays. */
seats: Array<Side>,
/** What it may do now. */
may: Array<Action>, };
