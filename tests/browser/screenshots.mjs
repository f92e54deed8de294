// Pictures of the page at 1280 and 390 pixels, into docs/screenshots/.
import { mkdirSync, statSync } from 'node:fs';
import { launch, serve, top } from './harness.mjs';

const folder = `${top}docs/screenshots/`;
const MOST = 300000; // bytes of one picture
const server = await serve();
const browser = await launch();
mkdirSync(folder, { recursive: true });

const choose = async (page, name) => {
    await page.fill('#search', name);
    await page.locator(`#puzzles li[id="puzzle-${name}"]`).click();
    await page.locator(`#puzzles li[id="puzzle-${name}"][aria-selected=true]`).waitFor({ state: 'attached' });
    await page.fill('#search', '');
};

const solve = async (page, at) => {
    await page.click('#solve');
    await page.waitForSelector('#result .headline.solved');
    await page.locator('#position').fill(String(at));
};

const wide = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

const pictures = {
    'klotski-1280': { viewport: wide, full: true, act: async (page) => { await choose(page, 'klotski'); await solve(page, 41); } },
    'eight-390': { viewport: phone, act: async (page) => { await solve(page, 6); } },
    'graph-1280': {
        viewport: wide, colorScheme: 'dark', element: '#views',
        act: async (page) => {
            await choose(page, 'tiles-RxC');
            await page.fill('#family input[name=R]', '2');
            await page.click('#family button');
            await page.locator('#puzzle-title', { hasText: '2 x 3' }).waitFor();
            await page.click('#start-hardest');
            await page.locator('#start-note', { hasText: '21 moves' }).waitFor();
            await solve(page, 9);
            await page.click('#tab-graph');
            await page.selectOption('#graph-algorithm', 'bidirectional');
            await page.click('#graph-show');
            await page.locator('#graph-note', { hasText: 'over' }).waitFor();
            await page.focus('#view-graph canvas');
            for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
            await page.waitForSelector('#view-graph .node svg .shape');
        },
    },
    'steps-1280': {
        viewport: wide, element: '#views',
        act: async (page) => {
            await page.click('#tab-steps');
            await page.selectOption('#steps-search', 'astar');
            for (let i = 0; i < 9; i++) await page.click('#steps-state');
            for (let i = 0; i < 4; i++) await page.click('#steps-line');
            await page.waitForTimeout(500);
        },
    },
    'compare-1280': {
        viewport: wide, element: '#views',
        act: async (page) => {
            await page.click('#tab-compare');
            for (const box of await page.locator('#view-compare .checks input').all()) await box.check();
            await page.click('#compare-run');
            await page.locator('#view-compare .note', { hasText: 'agree' }).waitFor({ timeout: 60000 });
        },
    },
    'rules-1280': {
        viewport: wide,
        act: async (page) => {
            await choose(page, 'frogs');
            await page.click('#tab-rules');
            const source = await page.inputValue('#text');
            const lines = source.split('\n');
            const at = lines.findIndex((line) => line.startsWith('move'));
            lines[at] = lines[at].replace('->', '-> y');
            await page.fill('#text', lines.join('\n'));
            await page.locator('#diagnostic .message').waitFor();
            await page.evaluate(() => document.activeElement?.blur());
        },
    },
    'cube-390': { viewport: phone, colorScheme: 'dark', act: async (page) => { await choose(page, 'pocket-cube'); await solve(page, 4); } },
};

for (const [name, { viewport, colorScheme = 'light', full = false, element, act }] of Object.entries(pictures)) {
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', deviceScaleFactor: viewport === phone ? 2 : 1 });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.waitForSelector('#board svg .shape');
    await act(page);
    await page.waitForTimeout(300);
    await page.evaluate(() => { document.activeElement?.blur(); scrollTo(0, 0); });
    await page.mouse.move(0, 0);
    await page.waitForTimeout(200);
    const path = `${folder}${name}.png`;
    if (element) await page.locator(element).screenshot({ path });
    else await page.screenshot({ path, fullPage: full });
    const { size } = statSync(path);
    console.log(`docs/screenshots/${name}.png  ${Math.round(size / 1000)} kB`);
    if (size >= MOST) process.exitCode = 1;
    await context.close();
}
await browser.close();
server.stop();
