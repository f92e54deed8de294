// Options as people give them, for the library. A table says for each what it is called there, and how it is read.

function fail(what, wanted, given) {
    throw new TypeError(`${what} is ${wanted}, not ${typeof given === 'string' ? JSON.stringify(given) : String(given)}`);
}

// What a call was given: an object, or nothing.
export function optionsOf(given = {}) {
    if (typeof given !== 'object' || given === null) fail('what a call is given', 'an object with options', given);
    return given;
}

export function text(given, what) {
    if (typeof given !== 'string') fail(what, 'a text', given);
    if (given.includes('\0')) throw new TypeError(`${what} has a zero byte in it`);
    return given;
}

function flag(given, what) {
    if (typeof given !== 'boolean') fail(what, 'true or false', given);
    return given ? '1' : undefined;
}

function seconds(given, what) {
    if (typeof given !== 'number' || !(given > 0)) fail(what, 'a number of seconds, more than 0', given);
    return given === Infinity ? undefined : given;
}

const whole = (least) => (given, what) => {
    if (!Number.isSafeInteger(given) || given < least) fail(what, `a whole number, at least ${least}`, given);
    return given;
};

const LIMITS = { time: ['seconds', seconds], memory: ['memory', whole(1)] };
const SIZES = { states: ['states', whole(1)], depth: ['depth', whole(0)] };

export const TABLES = {
    create: { memory: ['memory', whole(1)] },
    load: { start: ['start', text], goal: ['goal', text], ...LIMITS },
    import: { level: ['level', whole(1)], count: ['count', text], words: ['words', flag], oneWay: ['one_way', flag] },
    solve: {
        algorithm: ['algorithm', text], remember: ['remember', text], any: ['any', flag], withStates: ['with_states', flag],
        boundMemory: ['bound_memory', whole(0)], transpositions: ['transpositions', whole(0)], ...LIMITS, ...SIZES,
    },
    explore: {
        method: ['method', text], symmetry: ['symmetry', text], fromGoal: ['from_goal', flag], hardest: ['hardest', whole(0)], ...LIMITS, ...SIZES,
    },
    graph: { ...LIMITS, ...SIZES },
    generate: {
        count: ['count', whole(1)], depth: ['depth', whole(0)], difficulty: ['difficulty', text], unique: ['unique', flag], seed: ['seed', whole(0)],
        ...LIMITS,
    },
};

// Pairs of names and values for the library.
export function pairsOf(options, table) {
    const pairs = [];
    for (const [key, given] of Object.entries(optionsOf(options))) {
        if (given === undefined) continue;
        if (!Object.hasOwn(table, key)) throw new TypeError(`there is no option ${key}`);
        const [name, read] = table[key];
        const value = read(given, key);
        if (value !== undefined) pairs.push([name, value]);
    }
    return pairs;
}
