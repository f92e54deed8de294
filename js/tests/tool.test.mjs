// The answers of the package beside those of the tool, $FEWEST.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Fewest } from 'fewest';

const tool = process.env.FEWEST;
const skip = tool ? false : 'the tool is not there: FEWEST is not set';
const fewest = await Fewest.create();
after(() => fewest.close());

const EXAMPLES = {
    'ball-sort-C-H': 'ball-sort-3-4', 'cube-XxYxZ': 'cube-2x2x3', 'hanoi-D-P': 'hanoi-4-3', 'lights-out-RxC': 'lights-out-3x3',
    'missionaries-N-K': 'missionaries-3-2', 'pancake-N': 'pancake-7', 'queens-N': 'queens-8', 'tiles-RxC': 'tiles-3x3', 'topspin-N-K': 'topspin-8-4',
};

// What the tool says as JSON, whatever its status.
const told = (...words) => JSON.parse(spawnSync(tool, [...words, '--json'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout);

async function sameAnswer(name) {
    const puzzle = await fewest.load(name);
    if (!puzzle.hasStart || !puzzle.hasGoal) return false;
    const mine = await puzzle.solve();
    const wanted = told('solve', name, '--show', '--no-tables');
    assert.equal(mine.status, wanted.status, name);
    for (const key of ['length', 'cost', 'moves', 'states']) assert.deepEqual(mine[key], wanted[key], `${name}: ${key}`);
    if (mine.status === 'solved') {
        assert.equal((await puzzle.check(mine.moves)).verdict, 'solves', name);
        assert.equal((await puzzle.check(mine.text)).verdict, 'solves', name);
    }
    await puzzle.free();
    return true;
}

test('every built-in puzzle has the length, the cost and the first solution that the tool finds', { skip }, async () => {
    let seen = 0;
    for (const { name, isFamily } of await fewest.builtins()) {
        assert.ok(!isFamily || EXAMPLES[name], `no example of ${name}`);
        seen += await sameAnswer(isFamily ? EXAMPLES[name] : name);
    }
    assert.ok(seen > 30, `only ${seen} puzzles`);
});

test('all shortest solutions are those of the tool, in their order', { skip }, async () => {
    for (const name of ['frogs', 'two-jugs', 'wolf-goat-cabbage', 'missionaries-3-2', 'tiles-2x3']) {
        const mine = await (await fewest.load(name)).solve({ all: 5 });
        const wanted = told('solve', name, '--all=5', '--no-tables');
        assert.equal(mine.solutionCount, BigInt(wanted.solution_count), name);
        assert.deepEqual(mine.solutions.map(({ moves }) => moves), wanted.solutions, name);
    }
});

test('every search gives the answer of the tool', { skip }, async () => {
    const puzzle = await fewest.load('tiles-2x4');
    for (const algorithm of ['bfs', 'bidirectional', 'astar', 'idastar']) {
        const wanted = told('solve', 'tiles-2x4', '7 6 5 4 / 3 2 1 x', '--algorithm', algorithm, '--no-tables');
        const mine = await puzzle.solve({ start: '7 6 5 4 / 3 2 1 x', algorithm });
        assert.deepEqual([mine.status, mine.length, mine.moves], [wanted.status, wanted.length, wanted.moves], algorithm);
    }
});

test('whole spaces have the layers that the tool counts', { skip }, async () => {
    for (const name of ['eight', 'lock', 'frogs', 'tiles-2x3', 'two-jugs', 'pancake-7', 'cube-2x2x3']) {
        const puzzle = await fewest.load(name);
        for (const fromGoal of name === 'two-jugs' ? [false] : [false, true]) {
            const mine = await puzzle.explore({ fromGoal, hardest: 1 });
            const wanted = told('explore', name, '--hardest', '1', ...(fromGoal ? ['--from-goal'] : []));
            assert.equal(mine.status, 'explored');
            assert.deepEqual([mine.states, mine.layers], [wanted.states, wanted.depths], name);
        }
    }
});

test('pictures are those of the tool', { skip }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fewest-js-'));
    try {
        for (const name of ['eight', 'klotski', 'two-jugs']) {
            const file = join(folder, `${name}.svg`);
            execFileSync(tool, ['solve', name, '--no-tables', '--svg', file]);
            const puzzle = await fewest.load(name);
            const answer = await puzzle.solve();
            assert.equal(await puzzle.svgPath(answer, answer.hasCosts ? answer.cost : undefined), readFileSync(file, 'utf8'), name);
        }
    } finally {
        rmSync(folder, { recursive: true });
    }
});

test('a mistake has the place, the message and the hint that the tool gives', { skip }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fewest-js-'));
    const file = join(folder, 'wrong.few');
    const text = 'board 2 x 2\npieces a .\nmove a y -> . a\nstart a . / . .\ngoal . . / . a\n';
    writeFileSync(file, text);
    const wanted = told('solve', file);
    const said = spawnSync(tool, ['solve', file], { encoding: 'utf8' }).stderr;
    rmSync(folder, { recursive: true });
    await assert.rejects(fewest.parse(text, { name: file }), (error) => {
        assert.deepEqual([error.line, error.column, error.message, error.hint], [wanted.line, wanted.column, wanted.error, wanted.hint]);
        assert.equal(error.text, said.trimEnd());
        return true;
    });
});
