// What the page must do, as a person at the browser sees it; with `fewest serve`, or, where $SITE is the folder of the static
// site, without it.
import http from 'node:http';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { PATIENCE, check, equal, host, launch, run, serve, settled, test, top, until, violations } from './harness.mjs';
import chineseCases from './chinese.mjs';
import graphCases from './graph.mjs';
import mazeCases from './maze.mjs';
import stepCases from './steps.mjs';
import visitorCases from './visitor.mjs';
import writingCases from './writing.mjs';

const { SITE } = process.env;
const width = Number(process.env.WIDTH || 1280); // of the page, where a case does not say it
const colorScheme = process.env.COLOURS || 'light';
const server = SITE ? await host(SITE) : await serve();
const served = (name, body) => { if (!SITE) test(name, body); }; // what only a server has
const browser = await launch();
let page;
const strays = []; // requests to anywhere else
const complaints = []; // of the page's own scripts

async function open(options = {}, address = server.url) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, acceptDownloads: true, ...options });
    const opened = await context.newPage();
    opened.setDefaultTimeout(PATIENCE);
    opened.on('request', (request) => {
        const url = new URL(request.url());
        if (!['blob:', 'data:'].includes(url.protocol) && url.host !== server.host) strays.push(request.url());
    });
    opened.on('pageerror', (error) => complaints.push(String(error)));
    opened.on('console', (message) => {
        // A mistake in a puzzle is a status of 400, which the console tells of.
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
    });
    await opened.goto(address);
    await opened.waitForSelector('#board svg .shape');
    return opened;
}

// As someone finds it who was never here.
async function fresh() {
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await page.goto(server.url);
    await page.waitForSelector('#board svg .shape');
}

const text = (selector) => page.locator(selector).first().innerText();

// Chooses a puzzle of the list and waits until its board is there.
async function show(name, title) {
    await page.fill('#search', name);
    await page.locator(`#puzzles li[id="puzzle-${name}"]`).click();
    await page.locator(`#puzzles li[id="puzzle-${name}"][aria-selected=true]`).waitFor({ state: 'attached' });
    if (title) await page.locator('#puzzle-title', { hasText: title }).waitFor();
}

async function solve(algorithm = 'auto') {
    await page.selectOption('#algorithm', algorithm);
    await page.click('#solve');
    await page.waitForSelector('#result .headline');
    return text('#result .headline strong');
}

async function rules(source) {
    await page.click('#tab-rules');
    await page.fill('#text', source);
}

const request = (path, headers = {}, host = server.host) => new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port: server.port, path, headers: { Host: host, ...headers } }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode));
    }).on('error', reject);
});

page = await open();
const builtins = await page.evaluate(async () => (await import('./api.js')).puzzles());

for (const { name } of builtins) {
    test(`${name} is solved and played to its end`, async () => {
        await show(name);
        const length = Number(await solve());
        check(length > 0, `${name} has ${length} moves`);
        equal(await text('#count'), `0 / ${length}`, 'the player');
        await page.selectOption('#speed', '40');
        await page.click('#play');
        await page.locator('#count', { hasText: `${length} / ${length}` }).waitFor();
        await page.locator('#board-help', { hasText: 'this is a goal' }).waitFor();
        equal(await page.locator('#result .words li').count(), length, 'moves listed');
    });
}

test('stepping back leads through the same boards', async () => {
    const length = Number(await solve());
    const state = () => page.locator('#board > svg').getAttribute('aria-label');
    const forth = [await state()];
    for (let i = 0; i < length; i++) {
        await page.click('#step');
        forth.push(await state());
    }
    equal(new Set(forth).size, length + 1, 'boards on the way');
    for (let i = length - 1; i >= 0; i--) {
        await page.click('#back');
        equal(await state(), forth[i], `the board of move ${i}`);
    }
    check(await page.locator('#back').isDisabled(), 'one can step back from the start');
});

test('the slider and the list of moves go to a place', async () => {
    const length = Number(await solve());
    await page.locator('#position').fill('7');
    equal(await text('#count'), `7 / ${length}`, 'dragged');
    equal(await page.locator('.words [aria-current]').count(), 1, 'moves marked');
    await page.locator('.words li').nth(2).click();
    equal(await text('#count'), `3 / ${length}`, 'clicked');
});

test('a wrong rule shows its message at its line', async () => {
    await page.click('#tab-rules');
    const source = await page.inputValue('#text');
    await page.fill('#text', source.replace('x t -> t x', 'x y -> y x'));
    const line = source.split('\n').findIndex((each) => each.includes('x t -> t x')) + 1;
    await page.locator('#diagnostic .message').waitFor();
    const said = await text('#diagnostic');
    check(said.includes(`Line ${line}, column`), said);
    check(said.includes('`y`'), said);
    equal((await text('.gutter .bad')).trim(), String(line), 'line marked in the margin');
    equal(await text('.ink mark'), 'y', 'underlined');
    check((await text('.ink .said')).includes('`y`'), 'the message stands at the line');
    const place = await page.locator('.ink mark').boundingBox();
    const margin = await page.locator('.gutter .bad').boundingBox();
    check(Math.abs(place.y - margin.y) < 6, `underlined at ${place.y}, its number at ${margin.y}`);
    check(await page.locator('#solve').isDisabled(), 'the board of before could be solved');
    await page.click('#tab-list');
    await page.click('#tab-rules');
    await page.locator('#diagnostic .message').waitFor();
    await page.fill('#text', source);
    await page.locator('#diagnostic .fine').waitFor();
    check(await page.locator('#solve').isEnabled(), 'it cannot be solved');
    equal(await page.locator('.ink mark').count(), 0, 'marks left');
});

test('a puzzle of one\'s own is written, solved and downloaded', async () => {
    await rules('title Own\nboard 4\npieces a b .\nmove any direction: a . -> . a\nmove any direction: b . -> . b\nstart a . . b\ngoal . a b .\n');
    await page.locator('#puzzle-title', { hasText: 'Own' }).waitFor();
    equal(await solve(), '2', 'moves');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save-puzzle')]);
    check(readFileSync(await saved.path(), 'utf8').startsWith('title Own'), 'the file is not the puzzle');
});

test('a puzzle without a way is said to have none', async () => {
    await rules('board 3\npieces a b .\nmove any direction: a . -> . a\nstart a . b\ngoal b . a\n');
    await shown('a . b');
    equal(await solve(), 'Unsolvable', 'the outcome');
});

test('a long search is stopped', async () => {
    await show('tiles-RxC');
    await page.fill('#family input[name=R]', '4');
    await page.fill('#family input[name=C]', '4');
    await page.click('#family button');
    await page.locator('#puzzle-title', { hasText: '4' }).waitFor();
    await page.fill('#start-text', '15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 x');
    await page.press('#start-text', 'Enter');
    await page.locator('#board > svg[aria-label^="15 14"]').waitFor();
    await page.selectOption('#algorithm', 'bfs');
    await page.click('#solve');
    await page.locator('#running', { hasText: /[1-9][\d,]* expanded/ }).waitFor();
    check(await page.locator('#view-watch .bar').count() > 2, 'no layers are on show while it runs');
    await page.click('#stop');
    await page.waitForSelector('#result .headline');
    equal(await text('#result .headline strong'), 'Stopped', 'the outcome');
    check(await page.locator('#solve').isVisible(), 'one cannot search again');
});

test('the layers of both sides, and the levels of A*, are drawn', async () => {
    await solve('bidirectional');
    check(await page.locator('#view-watch .bar.forward').count() > 5, 'columns from the start');
    check(await page.locator('#view-watch .bar.backward').count() > 5, 'columns from the goal');
    await solve('bfs');
    equal(await page.locator('#view-watch .bar.forward').count(), 20, 'layers of breadth-first search');
    equal(await page.locator('#view-watch .bar.backward').count(), 0, 'columns from the goal');
    await solve('astar');
    check((await text('#view-watch h3')).includes('f ='), 'levels of A*');
    check(await page.locator('#view-watch .bar.forward').count() > 0, 'levels of A*');
    const expanded = await text('#view-watch .counters dd');
    check(/^\d/.test(expanded), `expanded: ${expanded}`);
});

test('the state graph is drawn, stepped through and clicked on', async () => {
    await show('wolf-goat-cabbage');
    await page.emulateMedia({ reducedMotion: 'reduce' }); // then it does not play by itself
    await page.click('#tab-graph');
    await page.click('#graph-show');
    await page.waitForSelector('.graph-body canvas');
    await page.locator('#graph-note', { hasText: 'the search is over' }).waitFor();
    await page.click('#graph-back');
    const reached = async () => Number((await text('#graph-note')).match(/(\d+) reached/)[1]);
    await page.locator('#graph-tick').fill('0');
    const first = await reached();
    await page.click('#graph-step');
    await page.click('#graph-step');
    const third = await reached();
    check(third > first && first >= 1, `${first} states reached, then ${third}`);
    await page.click('#graph-back');
    check(await reached() < third, 'a tick back');
    const { width, height } = await page.locator('#view-graph canvas').boundingBox();
    const columns = Number((await page.locator('#view-graph canvas').getAttribute('aria-label')).match(/(\d+) columns/)[1]);
    await page.locator('#view-graph canvas').click({ position: { x: 18 + (width - 36) / columns / 2, y: (height - 22) / 2 } });
    await page.waitForSelector('#view-graph .node svg .shape');
    check((await text('#view-graph .node')).includes('0 moves from the start'), await text('#view-graph .node'));
    await page.focus('#view-graph canvas');
    await page.keyboard.press('ArrowRight');
    await page.locator('#view-graph .node', { hasText: '1 move from the start' }).waitFor();
    await page.emulateMedia({ reducedMotion: null });
});

test('a space too large for a graph is said to be', async () => {
    await page.click('#tab-graph');
    await page.click('#graph-show');
    await page.locator('#graph-note', { hasText: 'more than 5,000 states' }).waitFor();
    check(await page.locator('.graph-body').isHidden(), 'a graph is drawn');
});

writingCases({ show, rules, text, evaluate: (...of) => page.evaluate(...of), page: () => page });
mazeCases({ show, solve, rules, text, evaluate: (...of) => page.evaluate(...of), page: () => page });
graphCases({ text, page: () => page, url: server.url });
stepCases({ show, text, evaluate: (...of) => page.evaluate(...of), page: () => page, open });

test('what was solved is proved, and the proof verified by another program and saved', async () => {
    const prove = async (said) => {
        await page.click('#prove');
        await page.locator('#proof-note', { hasText: said }).waitFor();
        const [file] = await Promise.all([page.waitForEvent('download'), page.click('#proof-file')]);
        return { name: file.suggestedFilename(), content: readFileSync(await file.path(), 'latin1') };
    };
    equal(await solve(), '19', 'moves');
    const { name, content } = await prove('Verified by a program that shares no code with the search: a goal is reached at cost 19, and not below it');
    equal(name, 'eight.proof', 'the name of the file');
    check(content.startsWith('fewest proof ') && content.includes('claim solved 19 0'), content.slice(0, 60));
    check(!/^start /m.test(content.slice(content.indexOf('goal '))), 'it has a start of its own');
    await page.fill('#start-text', '1 2 3 / 4 5 6 / 8 7 x');
    await page.press('#start-text', 'Enter');
    await shown('1 2 3 / 4 5 6 / 8 7 x');
    equal(await text('#result'), '', 'of the start before');
    equal(await solve(), 'Unsolvable', 'two tiles exchanged');
    check((await prove('no moves lead to a goal')).content.includes('claim unsolvable'), 'it claims something else');
    // A puzzle that is a list of all states, and a level of another program.
    await rules('#######\n#.$ @ #\n#######\n');
    await page.locator('#solve:enabled').waitFor();
    await until(page, () => document.getElementById('start-text').value.includes('@'));
    equal(await solve(), '2', 'moves of the level');
    await prove('at cost 2, and not below it');
    // What the verifier refuses is said to be.
    const refused = await page.evaluate(async () => {
        const api = await import('./api.js');
        return (await api.verify(new TextEncoder().encode('fewest proof 2\npuzzle 3\nx y\nclaim solved 1 0\n'), 'x y', undefined)).status;
    });
    equal(refused, 'refused', 'a forged proof');
});

test('a proof that takes long is stopped', async () => {
    await show('tiles-RxC');
    await page.fill('#family input[name=R]', '4');
    await page.fill('#family input[name=C]', '4');
    await page.click('#family button');
    await page.locator('#puzzle-title', { hasText: '4' }).waitFor();
    await page.fill('#start-text', '14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 x'); // some fifty moves: no proof of it fits
    await page.press('#start-text', 'Enter');
    await page.locator('#board > svg[aria-label^="14 15"]').waitFor();
    await page.evaluate(async () => {
        const { offer } = await import('./proof.js');
        const place = document.getElementById('result');
        place.replaceChildren(offer({ text: document.getElementById('text').value, start: document.getElementById('start-text').value, name: 'long' }));
        place.hidden = false;
    });
    await page.click('#prove');
    await page.locator('#prove', { hasText: 'Stop' }).waitFor();
    await page.locator('#proof-note', { hasText: 'Writing the proof' }).waitFor();
    await page.click('#prove');
    await page.locator('#proof-note', { hasText: 'Stopped.' }).waitFor();
    await page.locator('#prove', { hasText: 'Prove it' }).waitFor();
});

test('algorithms are set side by side', async () => {
    await show('frogs');
    await page.click('#tab-compare');
    const names = await page.locator('#view-compare .checks input').evaluateAll((boxes) => boxes.map((box) => box.value));
    check(names.length >= 3, `only ${names}`);
    for (const name of names) await page.check(`#view-compare input[value=${name}]`);
    await page.click('#compare-run');
    await page.locator('#view-compare .note', { hasText: 'agree: 15 moves' }).waitFor();
    equal(await page.locator('#view-compare tbody tr').count(), names.length, 'rows');
    equal(await page.locator('#view-compare .measure').count(), 5, 'charts');
    for (const title of ['Solution length', 'Expanded', 'Generated', 'Memory', 'Time']) {
        const measure = page.locator('#view-compare .measure', { hasText: title }).first();
        equal(await measure.locator('.bar').count(), names.length, `bars of ${title}`);
        check((await measure.locator('.note').innerText()).length > 20, `${title} has no meaning`);
    }
});

test('a solution is downloaded as text, JSON and SVG', async () => {
    await solve();
    const expectations = { text: /^ullddrurdllurdruldr|^u\b/, JSON: /"length"\s*:\s*19/, SVG: /^<svg|<svg /m };
    for (const [name, pattern] of Object.entries(expectations)) {
        const [file] = await Promise.all([page.waitForEvent('download'), page.click(`.downloads a:text-is("${name}")`)]);
        const content = readFileSync(await file.path(), 'utf8');
        check(pattern.test(content), `${name}: ${content.slice(0, 80)}`);
    }
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('.downloads button')]);
    equal(file.suggestedFilename(), 'eight.few', 'the name of the puzzle');
});

test('the start is set by random, by depth and as hard as can be', async () => {
    const start = () => page.inputValue('#start-text');
    const before = await start();
    await page.click('#start-random');
    await page.locator(`#board > svg:not([aria-label="${before}"])`).waitFor();
    await page.fill('#depth', '12');
    await page.click('#start-depth button');
    await page.locator('#start-note', { hasText: '12 moves away' }).waitFor();
    equal(await solve(), '12', 'moves from a start twelve away');
    await page.click('#start-hardest');
    await page.locator('#start-note', { hasText: '31 moves' }).waitFor();
    equal(await solve(), '31', 'moves from the hardest start');
    await page.click('#start-reset');
    await page.locator(`#board > svg[aria-label="${before}"]`).waitFor();
});

// The middle of a cell of the board, by its number from 0.
// Clicks into the middle of a cell, once nothing moves and the moves of the board are known.
async function clickCell(cell) {
    await page.locator('#moves[aria-busy=false]').waitFor({ state: 'attached' });
    const middle = () => page.evaluate(async (index) => {
        await Promise.all(document.querySelector('#board').getAnimations({ subtree: true }).map((each) => each.finished.catch(() => {})));
        const shape = document.querySelector(`#board .shape[data-cell="${index}"]`);
        shape.scrollIntoView({ block: 'nearest' });
        const frame = shape.getBoundingClientRect();
        return [frame.x + frame.width / 2, frame.y + frame.height / 2];
    }, cell);
    let place = await middle();
    for (let before; String(before) !== String(place);) {
        before = place;
        await page.evaluate(() => new Promise(requestAnimationFrame));
        place = await middle();
    }
    await page.mouse.click(...place);
}

// Arranges: what is in one cell goes to another, once the first is seen to be taken.
async function exchangeCells(from, to) {
    await clickCell(from);
    await until(page, () => document.querySelector('#palette .chip.piece:not(:disabled)') && document.querySelector('#board .marks .cursor'));
    await clickCell(to);
}

// The chip of a move that the board has now, not one of the state before.
const chip = (word) => page.locator(`#moves[aria-busy=false] .chip[data-word="${word}"]`);

test('pieces are exchanged and put by clicking, and that is undone', async () => {
    const state = () => page.locator('#board > svg').getAttribute('aria-label');
    const before = await state();
    await page.click('#mode-arrange');
    await exchangeCells(0, 1);
    await page.locator('#board > svg[aria-label^="3"]').waitFor();
    equal((await state()).replace(/\s/g, '').slice(0, 2), '32', 'exchanged');
    await page.click('#undo');
    await page.locator(`#board > svg[aria-label="${before}"]`).waitFor();
    await clickCell(0);
    await page.locator('#palette .chip', { hasText: '8' }).click();
    await page.locator('#board > svg[aria-label^="8"]').waitFor();
    await page.click('#undo');
    await page.locator(`#board > svg[aria-label="${before}"]`).waitFor();
});

test('a start that is none is refused with a reason', async () => {
    await page.fill('#start-text', '1 2 3');
    await page.press('#start-text', 'Enter');
    await page.locator('#start-note.bad').waitFor();
    check((await text('#start-note')).length > 10, 'no reason');
});

test('it is played by hand: by click, arrow and name, and taken back', async () => {
    const state = () => page.locator('#board > svg').getAttribute('aria-label');
    const before = await state();
    await page.locator('#moves[aria-busy=false] .chip').first().waitFor();
    await clickCell(2); // the tile above the blank
    await page.locator('#count', { hasText: '1 / 1' }).waitFor();
    await page.focus('#board');
    await chip('l').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('#count', { hasText: '2 / 2' }).waitFor();
    await chip('l').click();
    await page.locator('#count', { hasText: '3 / 3' }).waitFor();
    equal(await text('#word'), 'l', 'the last move');
    for (let i = 0; i < 3; i++) await page.click('#undo');
    equal(await state(), before, 'taken back');
});

test('a click presses a lamp, and two say where a peg jumps', async () => {
    await show('lights-out-RxC', 'Lights out');
    await page.locator('#moves[aria-busy=false] .chip').first().waitFor();
    await clickCell(4);
    await page.locator('#word', { hasText: 'press@2,2' }).waitFor();
    await show('peg-solitaire', 'Peg');
    await page.fill('#start-text', '##...## / ##o.o## / ..o..o. / .o.o.oo / o.o..oo / ##.o.## / ##.o.##');
    await page.press('#start-text', 'Enter');
    await page.locator('#board > svg[aria-label^="##...## / ##o.o##"]').waitFor();
    await chip('up@5,7').waitFor();
    await clickCell(34);
    check(await page.locator('#board .marks .target').count() >= 2, 'the cells it may go to are not marked');
    await clickCell(20);
    await page.locator('#word', { hasText: 'up@5,7' }).waitFor();
});

test('values beside the board are set from lists', async () => {
    await show('two-jugs', 'Two jugs');
    await page.click('#mode-arrange');
    await page.locator('#palette select').nth(1).selectOption('5');
    await page.locator('#board > svg[aria-label="A is 0 and B is 5"]').waitFor();
    await page.click('#undo');
    await page.locator('#board > svg[aria-label="A is 0 and B is 0"]').waitFor();
});

test('a solution by hand is praised', async () => {
    await page.fill('#start-text', '1 2 3 / 4 5 6 / 7 x 8');
    await page.press('#start-text', 'Enter');
    await chip('r').click();
    await page.locator('#so-far', { hasText: 'Solved by hand in 1 move. That is the fewest.' }).waitFor();
    for (const word of ['l', 'r']) await chip(word).click();
    await page.locator('#so-far', { hasText: 'Solved by hand in 3 moves. The fewest is 1: 2 moves more than needed.' }).waitFor();
    await page.fill('#start-text', '1 2 3 / 4 5 6 / 7 8 x');
    await page.press('#start-text', 'Enter');
    await shown('1 2 3 / 4 5 6 / 7 8 x');
    await page.locator('#board-help', { hasText: 'this is a goal' }).waitFor();
    await until(page, () => document.getElementById('so-far').textContent === ''); // nothing was played
});

test('while one plays, the best from here is said, with a hint; and Redo follows Undo', async () => {
    await page.locator('#goal svg .shape').first().waitFor();
    await chip('u').click();
    await page.locator('#so-far', { hasText: '1 move so far; 18 is best from here.' }).waitFor();
    await chip('d').click();
    await page.locator('#so-far', { hasText: '2 moves so far; 19 is best from here.' }).waitFor();
    await page.click('#undo');
    await page.locator('#so-far', { hasText: '1 move so far; 18' }).waitFor();
    await page.click('#redo');
    await page.locator('#count', { hasText: '2 / 2' }).waitFor();
    check(await page.locator('#redo').isDisabled(), 'there is more to do again');
    await page.click('#hint');
    await page.locator('#so-far', { hasText: 'Hint: u; 19 is best' }).waitFor();
    await page.locator('#moves .chip.likely[data-word=u]').waitFor();
    await chip('u').click();
    await page.locator('#so-far', { hasText: '3 moves so far; 18' }).waitFor();
});

test('the goal is shown as a picture, whole or in part', async () => {
    const goal = () => page.evaluate(() => [document.querySelector('#goal figcaption').textContent,
        [...document.querySelectorAll('#goal svg text')].map((each) => each.textContent).filter(Boolean).sort().join('')]);
    equal(await goal(), ['Goal', '12345678'], 'of the eight puzzle');
    await show('klotski', 'Klotski');
    equal(await goal(), ['Goal; the rest is free', 'B'], 'of klotski');
    await show('rush-hour', 'Rush Hour');
    equal(await goal(), ['Goal; the rest is free', 'A'], 'of Rush Hour');
    await show('ricochet', 'Ricochet');
    const cells = (tone) => page.locator(`#goal svg .shape[class*=tone-${tone}]`).count();
    equal(await cells('wall'), await page.locator('#board svg .shape[class*=tone-wall]').count(), 'walls stay');
    await show('two-jugs', 'Two jugs');
    check(await page.locator('#goal').isHidden(), 'of values there is no picture');
});

const tabled = () => until(page, async () => (await import('./best.js')).hasTable());

test('once the distances of all states are in a table, nothing more is searched for while one plays', async () => {
    const searches = [];
    const note = (request) => { if (request.url().includes('/api/solve')) searches.push(request.url()); };
    await chip('u').click();
    await tabled();
    page.on('request', note);
    let said = 0;
    for (const [word, best] of [['l', 17], ['d', 18], ['l', 19], ['u', 20], ['r', 21]]) {
        await chip(word).click();
        said++;
        await page.locator('#so-far[title="From a table of all distances."]', { hasText: `${1 + said} moves so far; ${best} is best from here.` }).waitFor();
    }
    page.off('request', note);
    equal(searches, [], 'searches');
    await page.fill('#start-text', '2 1 3 / 4 5 6 / 7 x 8'); // nothing that the table has leads here
    await page.press('#start-text', 'Enter');
    await chip('r').click();
    await page.locator('#so-far.lost', { hasText: '1 move so far; it can no longer be solved from here.' }).waitFor();
    await show('fifteen', 'Fifteen'); // too many states for a table
    await page.fill('#start-text', '1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 x 14 15');
    await page.press('#start-text', 'Enter');
    await chip('l').click();
    await page.locator('#so-far[title=""]', { hasText: '1 move so far; 3 is best from here.' }).waitFor();
});

test('a game that can no longer be solved is said to be', async () => {
    await show('frogs', 'Frogs');
    for (let i = 0; i < 2; i++) {
        await page.locator('#moves[aria-busy=false] .chip[data-word^=T-step]').first().click();
        await page.locator('#count', { hasText: `${i + 1} / ${i + 1}` }).waitFor();
        await page.locator('#moves[aria-busy=false]').waitFor({ state: 'attached' });
    }
    await page.locator('#so-far.lost', { hasText: 'can no longer be solved' }).waitFor();
    await show('sokoban', 'Sokoban'); // by the table, while there are moves left
    await page.locator('#moves[aria-busy=false] .chip[data-word=push-left]').click();
    await tabled();
    for (let i = 2; i <= 3; i++) {
        await page.locator('#moves[aria-busy=false] .chip[data-word=push-left]').click();
        await page.locator('#so-far[title*=table]', { hasText: `${i} moves so far; ${i < 3 ? '' : 'it can no longer'}` }).waitFor();
    }
    check(await page.locator('#moves .chip').count() > 0, 'no move is left');
    await page.locator('#so-far.lost', { hasText: 'can no longer be solved' }).waitFor();
    await rules('title Short\nboard 4\npieces a .\nwithin 3\nmove any direction: a . -> . a\nstart a . . .\ngoal . . . a\n'); // the rules allow three moves
    await page.locator('#puzzle-title', { hasText: 'Short' }).waitFor();
    const go = async (word) => page.locator(`#moves[aria-busy=false] .chip[data-word=${word}]`).click();
    await go('right');
    await page.locator('#so-far:not(.lost)', { hasText: '1 move so far; 2 is best from here.' }).waitFor();
    await go('left');
    await page.locator('#so-far.lost', { hasText: '2 moves so far; 3 is best from here, which is more than the 3 that count.' }).waitFor();
    for (let i = 0; i < 3; i++) await go('right');
    await page.locator('#so-far.lost', { hasText: 'At the goal after 5 moves, which is more than the 3 that count.' }).waitFor();
});

// The middle of a cell, on the screen.
const middleOf = (cell) => page.evaluate((index) => {
    document.querySelector('#board').scrollIntoView({ block: 'nearest' });
    const frame = document.querySelector(`#board .shape[data-cell="${index}"]`).getBoundingClientRect();
    return [frame.x + frame.width / 2, frame.y + frame.height / 2];
}, cell);

test('a piece is dragged to where it can go, and only there', async () => {
    await page.locator('#moves[aria-busy=false] .chip').first().waitFor();
    const [from, to] = [await middleOf(2), await middleOf(5)];
    const drag = async (...places) => {
        await page.mouse.move(...places[0]);
        await page.mouse.down();
        for (const place of places.slice(1)) await page.mouse.move(...place, { steps: 5 });
        await page.mouse.up();
    };
    await drag(from, [from[0] - 150, from[1]]); // the tile cannot go left
    await page.waitForTimeout(100);
    equal(await text('#count'), '', 'moves');
    await drag(from, to);
    await page.locator('#count', { hasText: '1 / 1' }).waitFor();
    await shown('2 3 x / 1 5 4 / 7 6 8');
    await show('klotski', 'Klotski');
    await page.locator('#moves[aria-busy=false] .chip').first().waitFor();
    await drag(await middleOf(13), await middleOf(17)); // a small block goes down
    await page.locator('#count', { hasText: '1 / 1' }).waitFor();
    // As far as the rules say: a car over two cells, though one would do; a robot to the wall, however far it is pulled.
    await show('rush-hour', 'Rush Hour');
    await chip('C-down-2').waitFor();
    const [x, y] = await middleOf(14);
    const cell = (await middleOf(20))[1] - y;
    await drag([x, y], [x, y + 1.9 * cell]);
    await page.locator('#word', { hasText: 'C-down-2' }).waitFor();
    await show('ricochet', 'Ricochet');
    await chip('red-left').waitFor();
    const robot = await middleOf(31);
    await drag(robot, [robot[0] - 3.4 * (robot[0] - (await middleOf(30))[0]), robot[1]]);
    await page.locator('#word', { hasText: 'red-left' }).waitFor();
});

test('on a phone a piece is swiped with a finger', async () => {
    const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await phone.locator('#moves[aria-busy=false] .chip').first().waitFor();
    const middle = (cell) => phone.evaluate(async (index) => {
        document.getElementById('board').scrollIntoView({ block: 'center' });
        await new Promise(requestAnimationFrame);
        const frame = document.querySelector(`#board .shape[data-cell="${index}"]`).getBoundingClientRect();
        return { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    }, cell);
    const [from, to] = [await middle(2), await middle(5)];
    const screen = await phone.context().newCDPSession(phone);
    const touch = (type, ...touchPoints) => screen.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', from);
    for (let i = 1; i <= 6; i++) await touch('touchMove', { x: from.x, y: from.y + (to.y - from.y) * i / 6 });
    await touch('touchEnd');
    await phone.locator('#count', { hasText: '1 / 1' }).waitFor();
    equal((await phone.locator('#board > svg').getAttribute('aria-label')).replace(/\s/g, ''), '23x/154/768', 'the board');
    await phone.context().close();
});

test('everything needed is reached with the keyboard alone', async () => {
    const tabTo = async (id) => {
        for (let i = 0; i < 60; i++) {
            if (await page.evaluate(() => document.activeElement?.id) === id) return;
            await page.keyboard.press('Tab');
        }
        throw new Error(`${id} was not reached`);
    };
    await tabTo('search');
    await page.keyboard.type('knights');
    await page.keyboard.press('Enter');
    await page.locator('#puzzle-title', { hasText: /knights/i }).waitFor();
    await page.focus('.skip'); // to the board, which stays
    await page.keyboard.press('Enter');
    equal(await page.evaluate(() => [document.activeElement.id, location.hash.includes('stage')]), ['stage', false], 'the focus, and the address');
    await tabTo('solve');
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    equal(ring, 'solid', 'the focus is seen');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#result .headline.solved');
    equal(await page.evaluate(() => document.activeElement?.id), 'play', 'the focus after solving');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('#count', { hasText: '2 / 16' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('#count', { hasText: '1 / 16' }).waitFor();
    await page.keyboard.press('End');
    await page.locator('#count', { hasText: '16 / 16' }).waitFor();
    await page.keyboard.press('Home');
    await page.locator('#count', { hasText: '0 / 16' }).waitFor();
    await page.keyboard.press('Space');
    await page.locator('#count', { hasText: '1 / 16' }).waitFor();
    equal(await page.locator('#play').getAttribute('aria-label'), 'Pause', 'it plays');
    check((await text('#say')).length > 0, 'nothing is said to a screen reader');
});

// ---- Nothing is lost, and the address is the state

const OWN = 'title Own\nboard 4\npieces a b .\nmove any direction: a . -> . a\nmove any direction: b . -> . b\nstart a . . b\ngoal . a b .\n';

async function writeOwn(source = OWN, title = 'Own') {
    await rules(source);
    await page.locator('#puzzle-title', { hasText: title }).waitFor();
    await until(page, () => location.hash.includes('r='));
}

// Until that state is on the board, however it is spaced.
const shown = async (state) => {
    try {
        await until(page, (wanted) => document.querySelector('#board > svg').getAttribute('aria-label').replace(/\s/g, '') === wanted, state.replace(/\s/g, ''));
    } catch {
        throw new Error(`the board shows ${await page.locator('#board > svg').getAttribute('aria-label')}, not ${state}; the page says: ${await text('#board-help')} ${await text('#start-note')}`);
    }
};
const again = async () => {
    await page.reload();
    await until(page, () => document.querySelector('#puzzle-title').textContent !== 'Loading');
};

served('a late answer does not take the place of a later choice', async () => {
    await page.click('#tab-rules');
    let held = null;
    await page.route('**/api/check*', async (route) => {
        if (!held && route.request().postData().includes('title Own')) held = route;
        else await route.continue();
    });
    await page.fill('#text', OWN);
    while (!held) await page.waitForTimeout(20);
    await page.click('#tab-list');
    await show('frogs', 'Frogs');
    await held.continue().catch(() => {}); // the page may have dropped it
    await page.waitForTimeout(300);
    equal(await text('#puzzle-title'), 'Frogs and toads', 'on the board');
    await page.unroute('**/api/check*');
});

served('pictures of the deepest states that come late are not those of another puzzle', async () => {
    await show('wolf-goat-cabbage');
    await page.click('#tab-explore');
    const held = [];
    await page.route('**/api/scene*', (route) => { held.push(route); });
    await page.click('#explore-run');
    while (!held.length) await page.waitForTimeout(20);
    await show('frogs', 'Frogs');
    await Promise.all(held.map((route) => route.continue()));
    await page.locator('#explore-run').waitFor(); // all is over
    equal(await page.locator('#view-explore .deepest .state-card').count(), 0, 'pictures');
    await page.unroute('**/api/scene*');
});

served('what is painted on a maze is not undone by a late answer', async () => {
    await show('maze');
    await page.click('#tab-maze');
    await page.check('#maze-paint');
    await page.locator('#maze-canvas').scrollIntoViewIfNeeded();
    const { x, y, width, height } = await page.locator('#maze-canvas').boundingBox();
    const unit = Math.min(width, height) / 5;
    const at = (row, column) => [x + (width - 5 * unit) / 2 + (column + 0.5) * unit, y + (height - 5 * unit) / 2 + (row + 0.5) * unit];
    let held = null;
    await page.route('**/api/check*', async (route) => {
        if (held) await route.continue();
        else held = route;
    });
    await page.mouse.click(...at(2, 1)); // a wall
    while (!held) await page.waitForTimeout(20);
    await page.mouse.move(...at(4, 4)); // and meanwhile the goal
    await page.mouse.down();
    await page.mouse.move(...at(4, 2), { steps: 4 });
    const [answer] = await Promise.all([page.waitForResponse('**/api/check*'), held.continue()]);
    await answer.finished();
    await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
    await page.mouse.up();
    await page.locator('#maze-note', { hasText: 'the goal is 6 moves away' }).waitFor();
    await page.unroute('**/api/check*');
});

test('rules, with a mistake or without, and the start survive a reload', async () => {
    await writeOwn();
    await page.fill('#start-text', '. a . b');
    await page.press('#start-text', 'Enter');
    await shown('. a . b');
    await until(page, () => location.hash.includes('s='));
    await again();
    await shown('. a . b');
    equal(await page.inputValue('#text'), OWN, 'the rules');
    check(await page.locator('#text').isVisible(), 'the editor was open');
    await page.fill('#text', `${OWN}what\n`);
    await page.reload(); // at once
    await page.locator('#diagnostic .message').waitFor();
    equal(await page.inputValue('#text'), `${OWN}what\n`, 'the rules with a mistake');
    await page.fill('#text', OWN);
    await shown('a . . b');
});

test('a puzzle of one\'s own is in the list, and Undo leads back to it', async () => {
    await writeOwn();
    await page.click('#tab-list');
    await show('frogs', 'Frogs');
    await page.click('#undo');
    await shown('a . . b');
    await page.fill('#search', '');
    equal(await text('#puzzles [aria-selected=true] .name'), 'Own', 'marked in the list');
    await page.click('#tab-rules');
    await page.click('#new-puzzle');
    await page.locator('#puzzle-title', { hasText: 'My puzzle' }).waitFor();
    await page.click('#tab-list');
    await page.fill('#search', '');
    equal((await page.locator('#puzzles .name').allInnerTexts()).slice(0, 2), ['My puzzle', 'Own'], 'the list');
    await page.locator('#puzzles li', { hasText: 'Own' }).first().click();
    await shown('a . . b');
    await page.click('#tab-rules');
    await page.click('#remove-puzzle');
    await page.click('#tab-list');
    equal((await page.locator('#puzzles .name').allInnerTexts())[0], 'My puzzle', 'removed');
    await page.click('#undo');
    await page.locator('#puzzles li', { hasText: 'Own' }).first().waitFor({ state: 'attached' });
    await page.evaluate(() => { location.hash = ''; });
    await page.locator('#puzzle-title', { hasText: 'Eight' }).waitFor();
});

test('files are opened, dropped and saved', async () => {
    await page.click('#tab-rules');
    const level = '#######\n#.$ @ #\n#######\n';
    await page.setInputFiles('#file', { name: 'level.xsb', mimeType: 'text/plain', buffer: Buffer.from(level) });
    await until(page, () => document.querySelector('#text').value.includes('.$ @'));
    await page.locator('#solve:enabled').waitFor();
    equal(await solve(), '2', 'moves of the level');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save-puzzle')]);
    equal(readFileSync(await saved.path(), 'utf8'), level, 'saved');
    await page.evaluate((source) => {
        const data = new DataTransfer();
        data.items.add(new File([source], 'own.few', { type: 'text/plain' }));
        document.querySelector('#stage').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
    }, OWN);
    await page.locator('#puzzle-title', { hasText: 'Own' }).waitFor();
    await page.setInputFiles('#file', { name: 'large.few', mimeType: 'text/plain', buffer: Buffer.alloc((4 << 20) + 1, 32) });
    await page.locator('#start-note.bad', { hasText: 'megabyte' }).waitFor();
    await page.setInputFiles('#file', { name: 'wrong.few', mimeType: 'text/plain', buffer: Buffer.from('title Wrong\nboard 3\npieces a .\nmove go: a y -> y a\n') });
    await page.locator('#puzzle-title', { hasText: 'Wrong' }).waitFor();
    equal(await page.inputValue('#start-text'), '', 'the start, of which nothing is known');
    // Neither of these becomes a puzzle of one's own.
    await page.setInputFiles('#file', { name: 'nothing.few', mimeType: 'text/plain', buffer: Buffer.from('\n ') });
    await page.locator('#start-note.bad', { hasText: 'nothing.few is empty' }).waitFor();
    await page.setInputFiles('#file', { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 78, 71, 0, 1, 2, 3]) });
    await page.locator('#start-note.bad', { hasText: 'picture.png is not a text' }).waitFor();
    equal(await text('#puzzle-title'), 'Wrong', 'on the board');
    equal(await page.evaluate(async () => (await import('./own.js')).all().length), 3, 'puzzles of one\'s own');
});

// Files of the manual, by their names.
const example = (name) => readFileSync(`${top}docs/import.md`, 'utf8').match(new RegExp('```text ' + name.replace('.', '\\.') + '\\n([\\s\\S]*?)```'))[1];

test('files of other programs are opened and solved, and turned into rules', async () => {
    const files = [['levels.xsb', example('levels.xsb'), '7'], ['board.txt', 'xooooooAAoGBCoHoGBCoHFFooDDDoEoooooE\n', '8'], ['output.sas', example('output.sas'), '4'],
        ['matrix.txt', '0 1 0\n0 0 0\n', '3']];
    await page.click('#tab-rules');
    for (const [name, content, moves] of files) {
        await page.setInputFiles('#file', { name, mimeType: 'text/plain', buffer: Buffer.from(content) });
        await until(page, (wanted) => document.getElementById('text').value === wanted, content);
        await page.locator('#solve:enabled').waitFor();
        equal(await solve(), moves, name);
    }
    await page.setInputFiles('#file', { name: 'ring.tws', mimeType: 'text/plain', buffer: Buffer.from(example('ring.tws')) });
    await page.locator('#puzzle-title', { hasText: 'Ring' }).waitFor();
    await page.click('#as-rules');
    await until(page, () => /^board +9$/m.test(document.getElementById('text').value));
    await page.locator('#imported').waitFor({ state: 'hidden' });
    await page.locator('#diagnostic .fine').waitFor();
    // A graph has neither start nor goal: they are written below its rules.
    await page.setInputFiles('#file', { name: 'roads.txt', mimeType: 'text/plain', buffer: Buffer.from(example('roads.txt')) });
    await page.locator('#puzzle-title', { hasText: 'A graph' }).waitFor();
    await page.click('#as-rules');
    await until(page, () => /^links/m.test(document.getElementById('text').value));
    await page.fill('#text', `${await page.inputValue('#text')}start harbour is @\ngoal castle is @\n`);
    await page.locator('#solve:enabled').waitFor();
    equal(await solve(), '3', 'moves on the roads');
    await page.locator('#result', { hasText: 'cost 8' }).waitFor();
});

test('Back and Forward lead through puzzles, starts, solutions and views', async () => {
    await show('frogs', 'Frogs');
    await until(page, () => location.hash.includes('frogs'));
    await show('knights', 'nights');
    await until(page, () => location.hash.includes('knights'));
    equal(await solve(), '16', 'moves');
    await until(page, () => location.hash.includes('n=0'));
    await page.click('#tab-graph');
    await until(page, () => location.hash.includes('v=graph'));
    await page.goBack();
    await page.locator('#view-watch').waitFor();
    await page.waitForSelector('#result .headline.solved');
    await page.goBack();
    await page.waitForSelector('#result', { state: 'hidden' });
    await page.goBack();
    await page.locator('#puzzle-title', { hasText: 'Frogs' }).waitFor();
    await page.goBack();
    await page.locator('#puzzle-title', { hasText: 'Eight' }).waitFor();
    for (let i = 0; i < 4; i++) await page.goForward();
    await page.locator('#view-graph').waitFor();
    await page.waitForSelector('#result .headline.solved');
    equal(await text('#puzzle-title'), 'Four knights', 'forward');
});

// What a link is to lead to.
const there = (on) => on.evaluate(() => ({
    title: document.querySelector('#puzzle-title').textContent, start: document.querySelector('#start-text').value,
    state: document.querySelector('#board > svg').getAttribute('aria-label'), count: document.querySelector('#count').textContent,
}));

test('a link leads someone else to the same puzzle, start and step', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await writeOwn();
    await page.fill('#start-text', '. a . b');
    await page.press('#start-text', 'Enter');
    await shown('. a . b');
    equal(await solve(), '1', 'moves');
    await page.click('#last');
    await page.click('#copy-link');
    await page.locator('#copy-link', { hasText: 'Copied' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const mine = await there(page);
    equal(mine, { title: 'Own', start: '.a.b', state: '.ab.', count: '1 / 1' }, 'here');
    const other = await open({}, link);
    await other.locator('#count', { hasText: '1 / 1' }).waitFor();
    equal(await there(other), mine, 'there');
    equal(await other.inputValue('#text'), OWN, 'the rules');
    await other.context().close();
});

test('moves made by hand are in the link, too', async () => {
    await page.focus('#board');
    for (const key of ['ArrowUp', 'ArrowLeft']) await page.keyboard.press(key);
    await page.locator('#count', { hasText: '2 / 2' }).waitFor();
    await page.click('#back');
    await until(page, () => location.hash.includes('n=1'));
    const mine = await there(page);
    const other = await open({}, page.url());
    await other.locator('#count', { hasText: '1 / 2' }).waitFor();
    equal(await there(other), mine, 'there');
    await other.context().close();
});

test('a damaged link is told of, and the page is there', async () => {
    const other = await open({}, `${server.url}#r=%25%25%25`);
    await other.locator('#start-note.bad', { hasText: 'damaged' }).waitFor();
    equal(await other.locator('#puzzle-title').innerText(), 'Eight puzzle', 'on the board');
    const to = async (hash, said) => {
        await other.evaluate((wanted) => { location.hash = wanted; }, hash);
        await other.locator('#start-note.bad', { hasText: said }).waitFor();
    };
    await to('#o=another', 'not in this browser');
    await to('#p=frogs&m=T-step+nonsense', 'Not all moves');
    await other.locator('#count', { hasText: '1 / 1' }).waitFor();
    await to('#p=nothing', 'nothing');
    equal(await other.locator('#puzzle-title').innerText(), 'Frogs and toads', 'on the board');
    await other.context().close();
});

// ---- What was found broken

test('a block of several cells is arranged as a whole', async () => {
    await show('klotski', 'Klotski');
    await page.click('#mode-arrange');
    await exchangeCells(1, 5); // the large block: down over the wide one there is no room
    check((await text('#board-help')).includes('no room'), await text('#board-help'));
    await page.keyboard.press('Escape');
    await show('eight', 'Eight');
    await show('klotski', 'Klotski');
    await page.click('#mode-arrange');
    await exchangeCells(0, 3); // two tall blocks change places
    await shown('n B B n / u B B u / n [ ] n / u o o u / o . . o');
    await exchangeCells(9, 13); // the wide block goes down, over two small ones
    await shown('n B B n / u B B u / n o o n / u [ ] u / o . . o');
    await page.click('#undo');
    await shown('n B B n / u B B u / n [ ] n / u o o u / o . . o');
});

test('the search for the hardest start is stopped', async () => {
    await show('tiles-RxC');
    await page.fill('#family input[name=R]', '5');
    await page.fill('#family input[name=C]', '5');
    await page.click('#family button');
    await page.locator('#puzzle-title', { hasText: '5' }).waitFor();
    await page.click('#start-hardest');
    await page.locator('#start-stop').waitFor();
    await page.waitForTimeout(300);
    await page.click('#start-stop');
    await page.locator('#start-note', { hasText: 'Stopped' }).waitFor();
    check(await page.locator('#start-hardest').isEnabled(), 'one cannot ask again');
});

test('the player stays where it is, and round', async () => {
    const place = () => page.evaluate(() => { // on the page, however it is scrolled
        const { x, y, width: wide, height } = document.getElementById('play').getBoundingClientRect();
        return { x: x + scrollX, y: y + scrollY, width: wide, height };
    });
    const before = await place();
    await solve();
    await page.waitForTimeout(100);
    const after = await place();
    check(Math.abs(after.y - before.y) < 2 && Math.abs(after.x - before.x) < 2, `from ${before.x}, ${before.y} to ${after.x}, ${after.y}`);
    await page.click('#tab-rules');
    const { width, height } = await place();
    check(Math.abs(width - height) < 1, `${width} x ${height}`);
});

test('on a phone every tab is seen whole', async () => {
    const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    for (const tab of await phone.locator('[role=tab]:visible').all()) {
        const { x, width } = await tab.boundingBox();
        const room = await tab.evaluate((each) => each.parentElement.getBoundingClientRect().right);
        check(x >= 0 && x + width <= room, `${await tab.innerText()}: from ${x} to ${x + width}`);
        check(await tab.evaluate((each) => each.scrollWidth <= each.clientWidth), `${await tab.innerText()} is cut`);
    }
    await phone.context().close();
});

test('the gallery shows every built-in puzzle, and leads to it', async () => {
    await page.goto(`${server.url}gallery.html`);
    await until(page, (count) => document.querySelectorAll('#gallery a').length === count, builtins.length);
    for (const card of await page.locator('#gallery a').all()) {
        await card.scrollIntoViewIfNeeded();
        await card.locator('svg .shape').first().waitFor({ state: 'attached' });
    }
    await page.locator('#gallery a', { hasText: 'frogs' }).click();
    await page.locator('#puzzle-title', { hasText: 'Frogs' }).waitFor();
});

// ---- Chinese

test('the page speaks Chinese where the browser does, or by choice', async () => {
    const other = await open({ locale: 'zh-CN' });
    equal(await other.locator('#solve').innerText(), '求解', 'the button');
    equal(await other.evaluate(() => document.documentElement.lang), 'zh-CN', 'the language of the page');
    await other.click('#solve');
    await other.locator('#result', { hasText: '步，已证明最短' }).waitFor();
    const left = await other.evaluate(() => {
        const words = [];
        const seen = (node) => node.parentElement.checkVisibility() && !node.parentElement.closest('[lang=en], .brand, #puzzles .name, textarea, .words, #word, #puzzle-title, option, #view-compare .checks, #moves, #result .note, .downloads, .counters dd, .unseen, pre');
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) if (/[A-Za-z]{3,}/.test(walk.currentNode.data) && seen(walk.currentNode)) words.push(walk.currentNode.data.trim());
        return words;
    });
    equal(left, [], 'left in English');
    await other.click('#language');
    await other.locator('#solve', { hasText: 'Solve' }).waitFor();
    await other.context().close();
});

test('no sentence of the page is without a translation', async () => {
    const folder = `${top}web/page/`;
    // The browser reads it: older versions of node take a .js file for no module.
    const sentences = await page.evaluate(async () => (await import('./zh.js')).sentences);
    const missing = new Set();
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.js') && each !== 'zh.js')) {
        for (const [, sentence] of readFileSync(folder + name, 'utf8').matchAll(/\bt\('((?:[^'\\]|\\.)*)'/g)) {
            if (!(sentence in sentences)) missing.add(`${name}: ${sentence}`);
        }
    }
    for (const { name, summary } of builtins) if (!(summary in sentences)) missing.add(`${name}: ${summary}`);
    equal([...missing], [], 'sentences without a translation');
});

chineseCases({ open });
visitorCases({ open, url: server.url, isServed: !SITE });

test('the space is explored, and its deepest state becomes the start', async () => {
    await show('wolf-goat-cabbage');
    await page.click('#tab-explore');
    await page.click('#explore-run');
    await page.locator('#explore-note', { hasText: 'states; the deepest are' }).waitFor();
    const [, states, depth] = (await text('#explore-note')).match(/^(\d+) states; the deepest are (\d+)/);
    equal(await page.locator('#view-explore .bar').count(), Number(depth) + 1, `layers of ${states} states`);
    await page.locator('#view-explore .deepest svg .shape').first().waitFor();
    const cards = page.locator('#view-explore .deepest .state-card');
    equal(await cards.evaluateAll((all) => all.map(({ dataset }) => dataset.state)), await page.evaluate(async (last) => {
        const api = await import('./api.js');
        const { text: source } = await api.puzzle('wolf-goat-cabbage');
        const { nodes } = await api.graph(source);
        return nodes.filter((node) => node.depth === last).map(({ state }) => state);
    }, Number(depth)), 'the deepest, each as a picture');
    const state = await cards.last().getAttribute('data-state');
    await cards.last().click();
    await shown(state);
    await show('tiles-RxC');
    await page.fill('#family input[name=R]', '4');
    await page.fill('#family input[name=C]', '4');
    await page.click('#family button');
    await page.locator('#puzzle-title', { hasText: '4' }).waitFor();
    await page.click('#explore-run');
    await page.locator('#explore-note', { hasText: 'so far' }).waitFor();
    check(await page.locator('#view-explore .bar').count() > 0, 'no layers are on show while it runs');
    await page.click('#explore-stop');
    await page.locator('#explore-note', { hasText: 'Stopped after' }).waitFor();
});

test('a depth that no start has is told as the tool tells it', async () => {
    await page.fill('#depth', '99');
    await page.click('#start-depth button');
    await page.locator('#start-note.bad').waitFor();
    equal(await text('#start-note'), 'no start is 99 moves from the goal: the deepest are 31 moves away', 'what is said');
});

test('axe finds nothing that keeps people out, wide and narrow, light and dark', async () => {
    for (const [width, colorScheme] of [[1280, 'light'], [390, 'dark'], [1280, 'dark'], [390, 'light']]) {
        const other = await open({ viewport: { width, height: 900 }, colorScheme });
        const look = async (where) => equal(await violations(other), [], `${where} at ${width}, ${colorScheme}`);
        await other.click('#solve');
        await other.waitForSelector('#result .headline');
        await look('a solution');
        for (const tab of ['steps', 'explore', 'graph', 'compare', 'rules']) {
            await other.click(`#tab-${tab}`);
            if (tab === 'rules') await other.click('#rule-pictures summary');
            if (tab === 'steps') for (let i = 0; i < 6; i++) await other.click('#steps-line');
            if (tab === 'explore') await other.click('#explore-run');
            if (tab === 'explore') await other.locator('.deepest .state-card').first().waitFor();
            await look(tab);
        }
        await other.goto(`${server.url}#p=maze&v=maze`);
        await other.locator('#maze-note', { hasText: 'moves away' }).waitFor();
        await other.check('#maze-paint');
        await look('a maze');
        await other.context().close();
    }
});

test('it fits a phone without scrolling aside', async () => {
    await page.context().close();
    page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    for (const view of ['watch', 'steps', 'explore', 'graph', 'compare']) {
        await page.click(`#tab-${view}`);
        if (view === 'watch') await solve();
        const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: innerWidth }));
        check(scroll <= width, `${view}: ${scroll} pixels on ${width}`);
    }
    await page.click('#tab-rules');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= 390, `rules: ${wide} pixels`);
    const board = await page.locator('#board').boundingBox();
    check(board.width > 300, `the board is ${board.width} wide`);
});

// The contrast of an element's letters with what is behind them, by the formula of WCAG 2.
const contrast = (selector) => page.evaluate((wanted) => {
    const numbers = (value) => value.match(/[\d.]+/g).map(Number);
    const light = (value) => {
        const [r, g, b] = numbers(value).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const element = document.querySelector(wanted);
    let behind = element;
    while (behind && /rgba\(0, 0, 0, 0\)|transparent/.test(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
    const pair = [light(getComputedStyle(element).color), light(getComputedStyle(behind).backgroundColor)].sort((a, b) => b - a);
    return (pair[0] + 0.05) / (pair[1] + 0.05);
}, selector);

test('letters can be read in light and dark, which the button changes', async () => {
    await solve();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const seen = new Set();
    for (const theme of ['light', 'dark']) {
        await page.click('#theme');
        equal(await text('#theme'), `Theme: ${theme}`, 'the button');
        await settled(page);
        seen.add(await ground());
        for (const selector of ['.claim', '#puzzle-summary', '#solve', '#puzzles .what', '#result .figures', '.words button', '#word', '.counters .meaning', '#start-reset', '#puzzles [aria-selected=true] .name']) {
            const found = await contrast(selector);
            check(found >= 4.5, `${selector} in ${theme}: ${found.toFixed(2)}`);
        }
    }
    equal(seen.size, 2, 'grounds');
});

served('a server that does not answer is told of', async () => {
    await page.route('**/api/solve*', (route) => route.abort());
    await page.click('#solve');
    await page.locator('#result', { hasText: 'does not answer' }).waitFor();
    await page.unroute('**/api/solve*');
    complaints.length = 0; // the browser's own, about the request that failed
    equal(await solve(), '19', 'moves, when it does again');
});

served('a wrong word in the address gets 403', async () => {
    equal(await request(`/${server.token}/`), 200, 'the right one');
    equal(await request(`/${'0'.repeat(server.token.length)}/`), 403, 'another');
    equal(await request('/'), 403, 'none');
});

served('a request for another host is refused', async () => {
    equal(await request(`/${server.token}/`, {}, 'example.org'), 403, 'another host');
    equal(await request(`/${server.token}/api/puzzles`, {}, `example.org:${server.port}`), 403, 'another host, this port');
});

test('the files of the page are under 400 kB together', async () => {
    const folder = `${top}web/page/`;
    const size = readdirSync(folder).filter((name) => name !== 'meson.build').reduce((sum, name) => sum + statSync(folder + name).size, 0);
    check(size < 400000, `${size} bytes`);
});

test('drawings have the same colours on the page and in SVG files', async () => {
    const source = readFileSync(`${top}draw/svg.c`, 'utf8').replace(/"\s*\n\s*"/g, '');
    const [light, dark] = source.split('prefers-color-scheme:dark').map((part) => new Map([...part.matchAll(/--(\w+):(#\w+)/g)].map((match) => [match[1], match[2]])));
    const full = (colour) => (colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour);
    const tones = readFileSync(`${top}web/page/tones.css`, 'utf8');
    const wrong = [...tones.matchAll(/--b-(\w+): light-dark\((#\w+), (#\w+)\)/g)]
        .filter(([, name, day, night]) => full(light.get(name) ?? '') !== full(day) || full(dark.get(name) ?? '') !== full(night));
    equal(wrong.map((match) => match[1]), [], 'tones that differ');
});

test('no request has left 127.0.0.1, and no script has complained', async () => {
    equal(strays, [], 'requests elsewhere');
    equal(complaints, [], 'complaints');
});

let failed = 1;
try {
    failed = await run(async ({ name, body }) => {
        // The built-in puzzles come one after the other, as someone who browses them would have it.
        if (!name.endsWith('played to its end')) await fresh();
        await body();
    });
} finally {
    await browser.close();
    server.stop();
}
process.exitCode = failed ? 1 : 0;
