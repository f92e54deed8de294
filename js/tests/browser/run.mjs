// The installed package in Chromium, served by the plainest of hosts: node js/tests/browser/run.mjs FOLDER, which has node_modules.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, equal, host, launch, run, test } from '../../../tests/browser/harness.mjs';

const [folder] = process.argv.splice(2, 1);
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>fewest</title><body></body>');
const site = await host(folder);
const browser = await launch();
const page = await (await browser.newContext()).newPage();
await page.goto(`${site.url}index.html`);
await page.evaluate(async () => {
    const { Fewest, PuzzleError } = await import('./node_modules/fewest/src/browser.js');
    Object.assign(window, { PuzzleError, fewest: await Fewest.create() });
});

test('a puzzle is solved in a worker of the page', async () => {
    const { length, text } = await page.evaluate(async () => (await (await window.fewest.load('eight')).solve()));
    equal([length, text], [19, 'ullddrurdllurdruldr'], 'eight');
});

test('a picture can be shown', async () => {
    const shapes = await page.evaluate(async () => {
        const puzzle = await window.fewest.load('klotski');
        document.body.innerHTML = await puzzle.svg(await puzzle.start());
        return document.querySelectorAll('svg *').length;
    });
    check(shapes > 10, `${shapes} shapes`);
});

test('a mistake has its place', async () => {
    const found = await page.evaluate(async () => {
        try {
            return await window.fewest.parse('board 1 x 2\npieces a .\nmove a b -> . a\n');
        } catch (error) {
            return [error instanceof window.PuzzleError, error.line, error.column];
        }
    });
    equal(found, [true, 3, 8], 'the mistake');
});

test('progress is reported, a search is aborted within half a second, and puzzles go on working', async () => {
    const [name, late, reports, length] = await page.evaluate(async () => {
        const [small, large] = [await window.fewest.load('eight'), await window.fewest.load('cube-2x3x3')];
        const control = new AbortController();
        let began = 0;
        let reports = 0;
        const onProgress = () => {
            if (++reports < 3) return;
            began = performance.now();
            control.abort();
        };
        const name = await large.explore({ signal: control.signal, onProgress }).catch((error) => error.name);
        const late = performance.now() - began;
        return [name, late, reports, (await small.solve()).length];
    });
    equal([name, length], ['AbortError', 19], 'the end');
    check(late < 500, `${late} ms`);
    equal(reports, 3, 'reports');
});

let failed = 1;
try {
    failed = await run(({ body }) => body());
} finally {
    await browser.close();
    site.stop();
}
process.exitCode = failed ? 1 : 0;
