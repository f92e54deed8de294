// Puzzles by themselves: options, limits, mistakes, files of other programs.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Fewest, Puzzle, PuzzleError } from 'fewest';

const fewest = await Fewest.create();
after(() => fewest.close());

test('a start that is given is for one call only', async () => {
    const puzzle = await fewest.load('eight');
    assert.deepEqual((await puzzle.solve({ start: '1 2 3 / 4 5 6 / 7 x 8' })).moves, ['r']);
    assert.equal((await puzzle.solve()).length, 19);
    assert.equal(await puzzle.start(), '234 / 15x / 768');
    const other = await puzzle.withStart('1 2 3 / 4 5 6 / x 7 8');
    assert.deepEqual([(await other.solve()).length, await other.start(), (await puzzle.solve()).length], [2, '123 / 456 / x78', 19]);
    assert.deepEqual((await (await puzzle.withGoal('2 3 4 / 1 5 8 / 7 6 x')).solve()).moves, ['d']);
    const twice = await other.withStart('1 2 3 / 4 5 6 / 7 x 8');
    assert.equal((await twice.solve()).length, 1);
    assert.equal((await (await fewest.load('eight', { start: '1 2 3 / 4 5 6 / 7 x 8' })).solve()).length, 1);
});

test('no solution is proved, and is not a limit', async () => {
    const answer = await (await fewest.load('eight')).solve({ start: '1 2 3 / 4 5 6 / 8 7 x' });
    assert.deepEqual([answer.status, answer.limit, answer.length, answer.moves, answer.solutions, answer.solutionCount],
        ['unsolvable', null, null, null, [], 0n]);
});

test('limits are kept to, and named', async () => {
    const klotski = await fewest.load('klotski');
    for (const [limits, word] of [[{ states: 500 }, 'states'], [{ depth: 5 }, 'depth'], [{ time: 1e-6 }, 'time'], [{ depth: 0 }, 'depth']]) {
        const answer = await klotski.solve(limits);
        assert.deepEqual([answer.status, answer.limit, answer.moves], ['limit', word, null]);
    }
    const { status, limit } = await (await fewest.load('tiles-4x4')).explore({ memory: 8 << 20 });
    assert.deepEqual([status, limit], ['limit', 'memory']);
    const small = await Fewest.create({ memory: 1000 });
    await assert.rejects(small.load('eight'), (error) => error instanceof PuzzleError && error.status === 'limit' && error.limit === 'memory');
    await small.close();
});

test('what is no option, or no value of one, is refused', async () => {
    const puzzle = await fewest.load('eight');
    for (const options of [{ strategy: 'bfs' }, { time: 0 }, { time: '5' }, { states: 0 }, { depth: -1 }, { memory: 1.5 }, { all: 0 }, { any: 1 },
        { start: 5 }, { start: '1\x002' }, { onProgress: true }, { signal: 5 }, { signal: null }, null, '1 2 3 / 4 5 6 / 7 x 8', 5]) {
        await assert.rejects(puzzle.solve(options), TypeError, JSON.stringify(options));
    }
    await assert.rejects(puzzle.solve({ algorithm: 'dfs' }), (error) => error instanceof PuzzleError
        && error.message === "algorithm is one of auto, bfs, bidirectional, astar, idastar, not 'dfs'");
    await assert.rejects(puzzle.generate(1, { depth: 3, hardest: true }), TypeError);
    await assert.rejects(fewest.parse(5), TypeError);
    for (const wrong of [null, 'x', 5]) {
        const message = /^what a call is given is an object with options, not /;
        for (const call of [() => puzzle.solve(wrong), () => puzzle.explore(wrong), () => puzzle.graph(wrong), () => puzzle.generate(1, wrong),
            () => fewest.load('eight', wrong), () => fewest.parse('board 1', wrong), () => fewest.levels('board 1', wrong), () => Fewest.create(wrong)]) {
            await assert.rejects(call(), { name: 'TypeError', message });
        }
    }
    for (const moves of [null, undefined, 5, {}, [5]]) await assert.rejects(puzzle.check(moves), TypeError);
    await assert.rejects(puzzle.solve({ start: '1 2 3' }), PuzzleError);
    await assert.rejects(fewest.load('eigth'), (error) => error.status === 'invalid' && error.hint.includes('eight'));
    assert.throws(() => new Puzzle(), TypeError);
    assert.throws(() => new Fewest(), TypeError);
});

test('a puzzle may be freed without waiting, before or after its instance is closed', async () => {
    const other = await Fewest.create();
    const puzzles = [await other.load('eight'), await other.load('eight'), await other.load('eight')];
    const unheard = [];
    const hear = (reason) => unheard.push(reason);
    process.on('unhandledRejection', hear);
    puzzles[0].free();
    const waiting = puzzles[1].free();
    await other.close();
    await waiting;
    await puzzles[2].free();
    await new Promise((done) => { setTimeout(done, 20); });
    process.off('unhandledRejection', hear);
    assert.deepEqual(unheard, []);
});

test('a mistake in a text has a place', async () => {
    await assert.rejects(fewest.parse('board 3\npieces a .\nmove go: a y -> y a\n'), (error) => {
        assert.ok(error instanceof PuzzleError && error instanceof Error);
        assert.deepEqual([error.name, error.status, error.line], ['PuzzleError', 'invalid', 3]);
        return true;
    });
    await assert.rejects(fewest.parse('board 3\npieces a .\0\n'), PuzzleError);
});

test('files of other programs are read', async () => {
    const levels = '######\n#@ $.#\n#  $ #\n#.   #\n######\n\n #####\n##   #\n#. $ #\n#@$ .#\n######\n';
    assert.equal(await fewest.levels(levels), 2);
    const second = await fewest.parse(levels, { level: 2, count: 'pushes', name: 'levels.xsb' });
    assert.match(second.rules, /^board /m);
    assert.equal(second.name, 'levels.xsb (as rules)');
    const [pushes, moves] = [await second.solve(), await (await fewest.parse(levels, { level: 2 })).solve()];
    assert.ok(moves.length > pushes.cost, `${moves.length} ${pushes.cost}`);
    const rush = await fewest.parse(new TextEncoder().encode('oooooooooooooooAAooooooooooooooooooo\n'), { name: 'one' });
    assert.equal((await rush.solve()).status, 'solved');
    const words = await fewest.parse('cat\ncot\ncog\ndog\n', { words: true, start: 'cat is @', goal: 'dog is @' });
    assert.equal((await words.solve()).length, 3);
    const edges = 'a b\nb c\nc d\nd a\n';
    assert.equal((await (await fewest.parse(edges, { start: 'a is @', goal: 'd is @' })).solve()).length, 1);
    assert.equal((await (await fewest.parse(edges, { oneWay: true, start: 'a is @', goal: 'd is @' })).solve()).length, 3);
    await assert.rejects(fewest.parse(levels, { level: 3 }), PuzzleError);
    await assert.rejects(fewest.parse('board 3\npieces a .\nmove a . -> . a\n', { level: 2 }), TypeError);
});

test('moves are checked', async () => {
    const puzzle = await fewest.load('eight');
    assert.deepEqual(await puzzle.check('u'), { solves: false, verdict: 'misses the goal', played: 1, state: '23x / 154 / 768' });
    assert.equal((await puzzle.check(['u', 'u'])).verdict, 'a move fails');
    assert.equal((await puzzle.check([])).played, 0);
});

test('graphs are columns, and starts are of the depth that is asked for', async () => {
    const puzzle = await fewest.load('eight');
    const graph = await puzzle.graph({ depth: 2 });
    assert.deepEqual([graph.depths, graph.isWhole, graph.states[0]], [[0, 1, 1, 1, 2, 2, 2, 2, 2], false, '234 / 15x / 768']);
    assert.equal(graph.sources.length, graph.moves.length);
    assert.ok(graph.goals.every((goal) => goal === false));
    const starts = await puzzle.generate(3, { depth: 20, seed: 7 });
    for (const start of starts) assert.equal((await puzzle.solve({ start })).length, 20);
    assert.equal(starts.length, 3);
    assert.deepEqual(await puzzle.generate(3, { depth: 20, seed: 7 }), starts);
    const [hardest] = await puzzle.generate(1, { hardest: true });
    assert.equal((await puzzle.solve({ start: hardest })).length, 31);
});

test('states are left out where they are not wanted', async () => {
    const answer = await (await fewest.load('eight')).solve({ withStates: false });
    assert.deepEqual([answer.states, answer.solutions[0].states, answer.moves.length], [null, null, 19]);
});

test('a text in any language is kept as it is', async () => {
    const puzzle = await fewest.parse('title 谜题 é 🧩\nboard 2\npieces a .\nmove é: a . -> . a\nstart a .\ngoal . a\n');
    assert.equal(puzzle.title, '谜题 é 🧩');
    assert.deepEqual((await puzzle.solve()).moves, ['é']);
});

test('a puzzle that was freed is gone, and freeing it again does nothing', async () => {
    const puzzle = await fewest.load('eight');
    await puzzle.free();
    await puzzle.free();
    await assert.rejects(puzzle.solve(), /freed/);
});
