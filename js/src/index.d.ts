/** Provably shortest solutions of puzzles given as rules. */

export type Algorithm = 'auto' | 'bfs' | 'bidirectional' | 'astar' | 'idastar';
export type Store = 'auto' | 'rank' | 'hash' | 'tree';
export type Method = 'auto' | 'sets' | 'rank' | 'hash' | 'coordinates';
export type SymmetryUse = 'auto' | 'on' | 'off';
/** What counts as a move of an imported Rush Hour ("slides", "steps") or Sokoban ("moves", "pushes"). */
export type Count = 'auto' | 'slides' | 'steps' | 'moves' | 'pushes';
/** The limit that was reached. */
export type Limit = 'memory' | 'time' | 'states' | 'depth';

/** What a call may use. */
export interface Limits {
    /** Seconds; Infinity is no limit, which is the default. */
    time?: number;
    /** Bytes for puzzle and work together; the default is that of Fewest.create. */
    memory?: number;
}

/** Who is asked, and told, while a call runs. */
export interface Control {
    /** Ends the call at once; its promise is rejected with the reason of the signal. */
    signal?: AbortSignal;
}

export interface SearchControl extends Control {
    /** Called about ten times a second. What it throws ends the call. */
    onProgress?: (soFar: Progress) => void;
}

/** What a search has done so far. */
export interface Progress {
    algorithm: string | null;
    /** States whose moves were tried. */
    expanded: number;
    /** States that these moves led to, repeated ones included. */
    generated: number;
    /** Different states that were kept. */
    remembered: number;
    /** Layers completed, on both sides together, or the cost reached. */
    depth: number;
    /** States of the current layer. */
    frontier: number;
    /** Memory in use. */
    bytes: number;
    seconds: number;
}

/** A layer that a search has finished: of the side of the start (0) or of the goal (1). */
export interface Layer {
    side: number;
    depth: number;
    states: number;
}

/** What a search has done. */
export interface Statistics {
    algorithm: string | null;
    store: string | null;
    expanded: number;
    generated: number;
    remembered: number;
    depth: number;
    peakBytes: number;
    seconds: number;
    layers: Layer[];
}

export interface CreateOptions {
    /** Bytes that each call may use: 1 GiB, unless it is said here or with the call. A module can have 4 GiB. */
    memory?: number;
}

export interface LoadOptions extends Limits, Control {
    /** Another start, written as after `start` in a puzzle file. */
    start?: string;
    /** Another goal, written as after `goal` in a puzzle file. */
    goal?: string;
}

/** What may be said about a file of another program. */
export interface ImportOptions {
    /** Which of several levels, from 1. */
    level?: number;
    count?: Count;
    /** It is a list of words: a move changes one letter. */
    words?: boolean;
    /** The lines of an edge list lead from the first node to the second only. */
    oneWay?: boolean;
}

export interface ParseOptions extends LoadOptions, ImportOptions {
    /** What errors call the text. */
    name?: string;
}

export interface SearchOptions extends Limits, SearchControl {
    /** Another start for this call. */
    start?: string;
    /** The most states to keep. */
    states?: number;
    /** The most moves, or layers after the first. */
    depth?: number;
}

export interface SolveOptions extends SearchOptions {
    algorithm?: Algorithm;
    remember?: Store;
    /** Count all shortest solutions, and list the first 100, or as many as it says. */
    all?: boolean | number;
    /** Any shortest solution will do, not only the first in order: quicker. */
    any?: boolean;
    /** Whether solutions have their states, too: true unless it is said. The states of a long path through a large maze take much memory. */
    withStates?: boolean;
    /** Bytes for the pattern databases of the lower bound (astar, idastar); 0: none. */
    boundMemory?: number;
    /** Bytes for the states that idastar has seen; 0: none. */
    transpositions?: number;
}

export interface Solution {
    /** The word of each move. */
    moves: string[];
    /** The states before, between and after the moves; null: they were not asked for. */
    states: string[] | null;
    /** The moves as one text. */
    text: string;
}

interface Outcome {
    /** One line: which search ran, and why that one. */
    reason: string;
    statistics: Statistics;
}

/** A shortest solution was found; what `moves`, `states` and `text` say is the first one. */
export interface Solved extends Outcome, Solution {
    status: 'solved';
    limit: null;
    within: null;
    length: number;
    /** The sum of the costs of its moves. */
    cost: number;
    /** Whether there are moves that cost something else than 1. */
    hasCosts: boolean;
    /** How many shortest solutions there are, if all were asked for, else 1n. 2n ** 64n - 1n: that many or more. */
    solutionCount: bigint;
    solutions: Solution[];
}

/** It is proved that there is no solution, or a limit was reached before that was known. */
export interface Unsolved extends Outcome {
    status: 'unsolvable' | 'limit';
    /** Where the status is "limit": which. */
    limit: Limit | null;
    /** What the puzzle allows a solution to cost, where that is why there is none. */
    within: number | null;
    length: null;
    cost: null;
    hasCosts: null;
    moves: null;
    states: null;
    text: null;
    solutionCount: bigint;
    solutions: [];
}

export type Answer = Solved | Unsolved;

export interface ExploreOptions extends SearchOptions {
    method?: Method;
    symmetry?: SymmetryUse;
    /** From the goals, by the inverse moves: depths are then distances to the goal. */
    fromGoal?: boolean;
    /** The most states of the last layer to list: 1, unless it is said. */
    hardest?: number;
}

export interface Exploration {
    status: 'explored' | 'limit';
    limit: Limit | null;
    method: Method;
    /** In all layers. */
    states: number;
    /** How many states there are at each depth. */
    layers: number[];
    /** States of the last layer. */
    hardest: string[];
    statistics: Statistics;
}

/** States, nearest first, and the moves between them, as columns. */
export interface Graph {
    /** No state and no move was left out. */
    isWhole: boolean;
    states: string[];
    depths: number[];
    goals: boolean[];
    /** Of each move: from which state, to which, its cost and its word. */
    sources: number[];
    targets: number[];
    costs: number[];
    moves: string[];
}

export interface GenerateOptions extends Limits, SearchControl {
    /** Exactly so many moves from the goal. */
    depth?: number;
    /** As far from the goal as possible. */
    hardest?: boolean;
    /** Only those with a single shortest solution. */
    unique?: boolean;
    /** The same seed gives the same starts. */
    seed?: number;
}

export interface Check {
    solves: boolean;
    verdict: 'solves' | 'misses the goal' | 'a move fails' | 'too long';
    /** How many moves were played. */
    played: number;
    /** The last state. */
    state: string;
}

export interface Builtin {
    name: string;
    summary: string;
    source: string;
    /** Its name is a pattern such as tiles-RxC, which loads with numbers. */
    isFamily: boolean;
}

/** A puzzle: rules, a start and a goal. It does not change. */
export class Puzzle {
    private constructor();
    readonly name: string;
    readonly title: string;
    /** Its text. A file of another program is shown as the rules that it was translated to. */
    readonly rules: string;
    readonly hasStart: boolean;
    readonly hasGoal: boolean;
    /** A provably shortest solution, or the proof that there is none. */
    solve(options?: SolveOptions): Promise<Answer>;
    /** How many states there are at each number of moves from the start, or to the goal. */
    explore(options?: ExploreOptions): Promise<Exploration>;
    /** The states within `depth` moves of the start, at most `states` of them, and the moves between them. */
    graph(options?: SearchOptions): Promise<Graph>;
    /** Starts that can be solved. */
    generate(count?: number, options?: GenerateOptions): Promise<string[]>;
    /** The start; where there are several, the first. */
    start(): Promise<string | null>;
    /** Plays moves from the start: words, or the text of a solution. */
    check(moves: string | Iterable<string>): Promise<Check>;
    /** A state as a picture. */
    svg(state: string): Promise<string>;
    /** A path as a picture: a strip of boards, or a maze with its path. */
    svgPath(path: { moves: string[]; states: string[] }, cost?: number): Promise<string>;
    withStart(start: string): Promise<Puzzle>;
    withGoal(goal: string): Promise<Puzzle>;
    /** Gives its memory back, which otherwise happens some time after nobody uses it any more. */
    free(): Promise<void>;
}

/** The library, in a worker of its own. Calls are carried out one after the other. */
export class Fewest implements AsyncDisposable {
    private constructor();
    static create(options?: CreateOptions): Promise<Fewest>;
    builtins(): Promise<Builtin[]>;
    /** A built-in puzzle. */
    load(name: string, options?: LoadOptions): Promise<Puzzle>;
    /** A puzzle from a text: in the puzzle language, a maze of 0 and 1, or in any form that the tool imports. */
    parse(text: string | Uint8Array, options?: ParseOptions): Promise<Puzzle>;
    /** How many levels there are in a file of another program; 1 in any other. */
    levels(text: string | Uint8Array, options?: ImportOptions): Promise<number>;
    /** The memory of the module, which grows and never shrinks, but for a new worker after a call was aborted. */
    bytes(): Promise<number>;
    /** The version, and the words that options take. */
    words(): Promise<{ version: string } & Record<string, string[] | string>>;
    /** Ends the worker. What is still asked for is rejected. */
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}

/** What the library could not do: a mistake in a puzzle, a start or an option, or a limit where no answer could say so. */
export class PuzzleError extends Error {
    readonly status: 'invalid' | 'limit' | 'unsolvable' | 'error';
    readonly limit: Limit | null;
    /** Place in the text, from 1; null: it has none. */
    readonly line: number | null;
    readonly column: number | null;
    /** What was probably meant; perhaps empty. */
    readonly hint: string;
    /** All of it, as the tool prints it. */
    readonly text: string;
    private constructor();
}
