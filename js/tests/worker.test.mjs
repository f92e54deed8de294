// The worker: progress, stopping, faults, memory, and the end of a program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { Fewest } from 'fewest';

const fewest = await Fewest.create();
after(() => fewest.close());
const CYCLES = Number(process.env.FEWEST_CYCLES || 2000);

// Something that takes long: it is stopped by `options`. How many milliseconds after `began` that was.
async function stopped(options, expected, began) {
    const large = await fewest.load('cube-2x3x3');
    await assert.rejects(large.explore(options), expected);
    return performance.now() - began();
}

test('progress is reported', async () => {
    const seen = [];
    const control = new AbortController();
    let began = 0;
    const late = await stopped({
        signal: control.signal,
        onProgress(soFar) {
            seen.push(soFar);
            if (seen.length < 3) return;
            began = performance.now();
            control.abort();
        },
    }, { name: 'AbortError' }, () => began);
    assert.ok(late < 500, `${late} ms`);
    assert.equal(seen.length, 3);
    assert.ok(seen[2].remembered > 0 && seen[2].seconds >= seen[1].seconds, JSON.stringify(seen));
});

test('a search is aborted within half a second, and what was loaded before goes on working', async () => {
    const puzzle = await fewest.load('eight');
    const reason = new Error('enough');
    const control = new AbortController();
    let began = 0;
    setTimeout(() => {
        began = performance.now();
        control.abort(reason);
    }, 700);
    const waiting = stopped({ signal: control.signal }, (error) => error === reason, () => began);
    const later = puzzle.solve(); // waits for its turn, and gets one
    assert.ok(await waiting < 500);
    assert.equal((await later).length, 19);
    assert.equal((await puzzle.solve({ start: '1 2 3 / 4 5 6 / 7 x 8' })).length, 1);
});

test('a call that waits can be aborted, and one that was aborted before does not begin', async () => {
    const puzzle = await fewest.load('eight');
    const control = new AbortController();
    const [first, second] = [puzzle.solve(), puzzle.solve({ signal: control.signal })];
    control.abort();
    await assert.rejects(second, { name: 'AbortError' });
    assert.equal((await first).length, 19);
    await assert.rejects(puzzle.solve({ signal: AbortSignal.abort() }), { name: 'AbortError' });
    await assert.rejects(fewest.load('eight', { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('what a progress function throws ends the search', async () => {
    const large = await fewest.load('cube-2x3x3');
    await assert.rejects(large.explore({ onProgress() { throw new RangeError('mine'); } }), /mine/);
    assert.equal((await (await fewest.load('eight')).solve()).length, 19);
});

test('instances work at the same time', async () => {
    const others = await Promise.all([1, 2, 3].map(() => Fewest.create()));
    const lengths = await Promise.all(others.map(async (other) => (await (await other.load('eight')).solve()).length));
    assert.deepEqual(lengths, [19, 19, 19]);
    await Promise.all(others.map((other) => other.close()));
});

test('an instance that is closed rejects what it is asked', async () => {
    const other = await Fewest.create();
    const puzzle = await other.load('cube-2x3x3');
    const asked = puzzle.explore();
    const closed = assert.rejects(asked, /closed/);
    await other.close();
    await closed;
    await assert.rejects(puzzle.solve(), /closed/);
    await assert.rejects(other.load('eight'), /closed/);
});

test(`${CYCLES} puzzles are loaded, solved and freed without more memory`, async () => {
    const other = await Fewest.create();
    const text = (await other.load('eight')).rules;
    const cycle = async (i) => {
        const puzzle = i % 2 ? await other.load('eight') : await other.parse(text);
        const answer = i % 4 < 2 ? await puzzle.solve() : await puzzle.solve({ start: '1 2 3 / 4 5 6 / 7 x 8', all: true });
        assert.equal(answer.length, i % 4 < 2 ? 19 : 1);
        if (i % 100 === 0) {
            await puzzle.svgPath(answer);
            await assert.rejects(other.parse('board 0'));
            await puzzle.explore({ depth: 5 });
        }
        await puzzle.free();
    };
    for (let i = 0; i < 200; i++) await cycle(i);
    const before = await other.bytes();
    for (let i = 0; i < CYCLES; i++) await cycle(i);
    assert.equal(await other.bytes(), before);
    await other.close();
});

test('puzzles that nobody freed are freed when nobody can use them', { skip: globalThis.gc ? false : 'node runs without --expose-gc' }, async () => {
    const other = await Fewest.create();
    const open = async (count) => {
        for (let i = 0; i < count; i++) await (await other.load('eight')).solve();
        for (let i = 0; i < 5; i++) {
            globalThis.gc();
            await new Promise((done) => { setTimeout(done, 20); });
        }
    };
    for (let i = 0; i < 3; i++) await open(20);
    const before = await other.bytes();
    for (let i = 0; i < 20; i++) await open(20);
    assert.equal(await other.bytes(), before);
    await other.close();
});

test('a program ends when nothing is left to do, without close()', () => {
    const program = "import { Fewest } from 'fewest'; const f = await Fewest.create(); console.log((await (await f.load('eight')).solve()).length);";
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 20000 });
    assert.deepEqual([done.status, done.stdout], [0, '19\n'], done.stderr);
});
