// The classes that people see.
import { Engine } from './engine.js';
import { TABLES, optionsOf, pairsOf, text } from './options.js';
import { compileModule } from './platform.js';

const MEMORY = 1 << 30; // for each call, unless another limit is given; a module can have four times as much

const camel = (key) => key.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const camelKeys = (object) => Object.fromEntries(Object.entries(object).map(([key, value]) => [camel(key), value]));

// A text as it is given: the bytes of a file, or a string.
function bytesOf(given) {
    if (given instanceof Uint8Array) return given;
    if (typeof given !== 'string') throw new TypeError('a puzzle is a text: a string, or the bytes of a file');
    return new TextEncoder().encode(given);
}

export class Fewest {
    #engine;
    #memory;
    #forgotten; // puzzles that nobody freed
    #lastPuzzle = 0;

    static async create(given) {
        const options = optionsOf(given);
        pairsOf(options, TABLES.create);
        return new Fewest(new Engine(await compileModule()), options.memory ?? MEMORY);
    }

    constructor(engine, memory) {
        if (!(engine instanceof Engine)) throw new TypeError('an instance is made by Fewest.create()');
        this.#engine = engine;
        this.#memory = memory;
        this.#forgotten = new FinalizationRegistry((puzzle) => { engine.ask({ name: 'free', puzzle }).catch(() => {}); });
    }

    async builtins() {
        return (await this.#engine.ask({ name: 'builtins' })).builtins;
    }

    async load(name, given) {
        const { signal, ...options } = optionsOf(given);
        const pairs = this.#pairs({ ...options, signal }, TABLES.load).pairs;
        return this.#open(text(name, 'name'), { pairs: [['builtin', name], ...pairs] }, null, signal);
    }

    async parse(given, more) {
        const { name = '<text>', signal, level, count, words, oneWay, ...options } = optionsOf(more);
        const told = pairsOf({ level, count, words, oneWay }, TABLES.import);
        const { pairs } = this.#pairs({ ...options, signal }, TABLES.load);
        let body = bytesOf(given);
        let called = text(name, 'name');
        const { rules } = await this.#engine.ask({ name: 'import', pairs: [['name', called], ...told], body }, { signal });
        if (rules !== null) {
            body = bytesOf(rules);
            called = `${called} (as rules)`;
        } else if (told.length) {
            throw new TypeError(`${called} is no file of another program: level, count, words and oneWay do not fit`);
        }
        return this.#open(called, { pairs: [['name', called], ...pairs], body }, new TextDecoder().decode(body), signal);
    }

    async levels(given, options = {}) {
        const request = { name: 'import', pairs: pairsOf(options, TABLES.import), body: bytesOf(given) };
        return (await this.#engine.ask(request)).levels;
    }

    async bytes() {
        return (await this.#engine.ask({ name: 'bytes' })).bytes;
    }

    async words() {
        return this.#engine.ask({ name: 'words' });
    }

    async close() {
        await this.#engine.close();
    }

    async [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
        await this.close();
    }

    async #open(name, recipe, rules, signal) {
        const puzzle = ++this.#lastPuzzle;
        const facts = await this.#engine.ask({ name: 'open', puzzle, recipe }, { signal });
        const ask = (request, control) => this.#engine.ask({ ...request, puzzle, recipe }, control);
        const made = new Puzzle(OURS, { ...facts, name, rules: facts.rules ?? rules }, {
            ask,
            pairs: (options, table) => this.#pairs(options, table),
            free: () => {
                this.#forgotten.unregister(recipe);
                return this.#engine.ask({ name: 'free', puzzle }).catch(() => {}); // its worker has ended, and so has the puzzle
            },
            again: (change) => this.#open(name, { ...recipe, pairs: [change, ...recipe.pairs] }, facts.rules ?? rules),
        });
        this.#forgotten.register(made, puzzle, recipe);
        return made;
    }

    // What people give with a call: options for the library, and what the engine is to do.
    #pairs(all, table) {
        const { signal, onProgress, start, ...options } = optionsOf(all);
        if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') throw new TypeError('signal is an AbortSignal');
        if (onProgress !== undefined && typeof onProgress !== 'function') throw new TypeError('onProgress is a function');
        const given = table.memory ? { ...options, memory: options.memory ?? this.#memory } : { ...options };
        if (table.start && start !== undefined) given.start = start;
        const pairs = pairsOf(given, table);
        const report = onProgress && ((so_far) => onProgress(camelKeys(so_far)));
        const request = { pairs, limits: pairs.filter(([name]) => name === 'seconds' || name === 'memory') };
        if (!table.start && start !== undefined) request.start = text(start, 'start');
        return { pairs, request, control: { signal, onProgress: report } };
    }
}

const OURS = Symbol('a puzzle is made by load and parse');

export class Puzzle {
    #engine;
    #letters;
    #isFree = false;

    constructor(key, { name, title, rules, hasStart, hasGoal, letters }, engine) {
        if (key !== OURS) throw new TypeError(OURS.description);
        this.name = name;
        this.title = title;
        this.rules = rules;
        this.hasStart = hasStart;
        this.hasGoal = hasGoal;
        this.#letters = letters;
        this.#engine = engine;
        Object.freeze(this);
    }

    async solve(given) {
        const { all = false, withStates = true, ...options } = optionsOf(given);
        const listing = [];
        if (all !== false) {
            if (all !== true && !(Number.isSafeInteger(all) && all > 0)) throw new TypeError('all is true, or how many solutions to list');
            listing.push(['all', '1'], ...(all === true ? [] : [['list', all]]));
        }
        const found = await this.#ask('solve', { withStates, ...options }, TABLES.solve, listing);
        const solutions = (found.solutions ?? []).map(({ moves, states }) => ({ moves, states, text: this.#textOf(moves) }));
        const [first = { moves: null, states: null, text: null }] = solutions;
        return {
            status: found.status, limit: found.limit, within: found.within ?? null, reason: found.reason,
            length: found.length ?? null, cost: found.cost ?? null, hasCosts: found.hasCosts ?? null, ...first,
            solutionCount: BigInt(found.solutionCount ?? 0), solutions, statistics: camelKeys(found.statistics),
        };
    }

    async explore(options = {}) {
        const found = await this.#ask('explore', options, TABLES.explore);
        return { ...found, statistics: camelKeys(found.statistics) };
    }

    async graph(options = {}) {
        const found = await this.#ask('graph', options, TABLES.graph);
        return { ...found, goals: found.goals.map(Boolean) };
    }

    async generate(count = 1, given = {}) {
        const { hardest = false, ...options } = optionsOf(given);
        const difficulty = hardest ? 'deepest' : options.depth === undefined ? 'any' : 'exact';
        if (hardest && options.depth !== undefined) throw new TypeError('either depth or hardest');
        return (await this.#ask('generate', { count, difficulty, ...options }, TABLES.generate)).starts;
    }

    async start() {
        return this.hasStart ? (await this.graph({ states: 1, depth: 0 })).states[0] : null;
    }

    async check(moves) {
        if (typeof moves?.[Symbol.iterator] !== 'function') throw new TypeError('moves are a text, or a list of texts');
        const words = typeof moves === 'string' ? moves.split(/\s+/).filter(Boolean) : [...moves];
        const single = typeof moves === 'string' && words.length === 1 && this.#letters ? [...words[0]] : words;
        return this.#ask('check', {}, {}, single.map((word) => ['move', text(word, 'a move')]));
    }

    async svg(state) {
        return (await this.#ask('svg_state', {}, {}, [['state', text(state, 'a state')]])).svg;
    }

    async svgPath({ moves, states }, cost) {
        const pairs = [...states.map((state) => ['state', text(state, 'a state')]), ...moves.map((move) => ['move', text(move, 'a move')])];
        return (await this.#ask('svg_path', {}, {}, cost === undefined ? pairs : [['cost', cost], ...pairs])).svg;
    }

    withStart(start) {
        return this.#engine.again(['start', text(start, 'start')]);
    }

    withGoal(goal) {
        return this.#engine.again(['goal', text(goal, 'goal')]);
    }

    async free() {
        if (this.#isFree) return;
        this.#isFree = true;
        await this.#engine.free();
    }

    async #ask(name, options, table, more = []) {
        if (this.#isFree) throw new Error('the puzzle was freed');
        const { request, control } = this.#engine.pairs(options, table);
        return this.#engine.ask({ ...request, name, pairs: [...request.pairs, ...more] }, control);
    }

    #textOf(moves) {
        return moves.join(this.#letters && moves.every((word) => [...word].length === 1) ? '' : ' ');
    }
}
