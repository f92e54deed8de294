// Mazes on a canvas: walls are painted, start and goal are dragged, and all of it is in the rules.
import { check, equal, test, until } from './harness.mjs';

// A large one: no shortest path is shorter than from corner to corner, and there is one that long.
function large(size) {
    const rows = Array.from({ length: size }, (_, y) => Array.from({ length: size }, (__, x) => {
        if (x === y || x === y + 1) return '.';
        return (x * 7919 + y * 104729 + ((x * y) % 13)) % 10 < 3 ? '#' : '.';
    }));
    rows[0][0] = '@';
    const goal = rows.map((row, y) => row.map((_, x) => (x === size - 1 && y === size - 1 ? '@' : '_')).join(''));
    const lines = (all) => all.map((row) => `  ${row}\n`).join('');
    return `title Large maze\nboard ${size} x ${size}\npieces @ . #\nmove any direction: @ . -> . @\nstart\n${lines(rows.map((row) => row.join('')))}goal\n${lines(goal)}`;
}

export default ({ show, solve, rules, text, evaluate, page }) => {
    const open = async () => {
        await show('maze');
        await page().click('#tab-maze');
    };
    // Along cells, [row, column] each.
    const drag = async (...cells) => {
        await page().locator('#maze-canvas').scrollIntoViewIfNeeded();
        const { x, y, width, height } = await page().locator('#maze-canvas').boundingBox();
        const unit = Math.min(width, height) / 5;
        const [left, top] = [x + (width - 5 * unit) / 2, y + (height - 5 * unit) / 2];
        const points = cells.map(([row, column]) => [left + (column + 0.5) * unit, top + (row + 0.5) * unit]);
        await page().mouse.move(...points[0]);
        await page().mouse.down();
        for (const point of points.slice(1)) await page().mouse.move(...point, { steps: 3 });
        await page().mouse.up();
    };
    const told = (what) => page().locator('#maze-note', { hasText: what }).waitFor();
    const drawn = async (word) => (await page().inputValue('#text')).match(new RegExp(`^${word}\\n((?: +\\S.*\\n?)+)`, 'm'))?.[1].split('\n').map((line) => line.replaceAll(' ', '')).filter(Boolean);
    // The rules that were written are those that are solved now.
    const taken = (row) => until(page(), (wanted) => document.getElementById('start-text').value.replaceAll(' ', '').includes(wanted), row);

    test('walls of a maze are painted and taken away, start and goal dragged, and all is in the rules', async () => {
        check(await page().locator('#tab-maze').isHidden(), 'eight is no maze');
        await open();
        await told('the goal is 8 moves away');
        equal(await solve(), '8', 'moves');
        await page().check('#maze-paint');
        await drag([2, 1], [2, 3]); // a wall across the middle
        await taken('/01110/01110/');
        equal(await drawn('start'), ['@1000', '01010', '01110', '01110', '00010'], 'the start, painted');
        await told('the goal cannot be reached');
        check((await solve()).startsWith('Unsolvable'), 'there is no way');
        await drag([2, 1], [2, 3]); // and away with it
        await told('the goal is 8 moves away');
        await drag([4, 4], [4, 2]); // the goal
        await told('the goal is 6 moves away');
        await drag([0, 0], [2, 0]); // the start
        await told('the goal is 4 moves away');
        await taken('@0000');
        equal(await drawn('start'), ['01000', '01010', '@0000', '01110', '00010'], 'the start, dragged');
        equal(await drawn('goal'), ['_____', '_____', '_____', '_____', '__@__'], 'the goal, dragged');
        equal(await solve(), '4', 'moves');
    });

    test('a maze is painted with the keyboard, and each cell is said', async () => {
        await open();
        await page().focus('#maze-canvas');
        for (const key of ['ArrowDown', 'ArrowDown']) await page().keyboard.press(key);
        equal(await evaluate(() => document.getElementById('say').textContent), 'Row 2, column 1: free', 'what is said');
        await page().keyboard.press('Space');
        equal(await evaluate(() => document.getElementById('say').textContent), 'Row 2, column 1: a wall', 'what is said');
        await told('the goal cannot be reached');
        await page().keyboard.press('Space');
        await told('the goal is 8 moves away');
        // A matrix, which the tool reads as well, becomes rules once it is painted on.
        await rules('00000\n01110\n00000\n');
        await told('3 x 5 cells; the goal is 6 moves away');
        await page().focus('#maze-canvas');
        for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Space']) await page().keyboard.press(key);
        await told('the goal is 6 moves away');
        equal(await drawn('start'), ['@0000', '01110', '01000'], 'the start');
        equal(await drawn('goal'), ['_____', '_____', '____@'], 'the goal');
        await taken('/01000');
        equal(await solve(), '6', 'moves');
    });

    test('a map is a maze, too', async () => {
        await page().setInputFiles('#file', { name: 'small.map', mimeType: 'text/plain', buffer: Buffer.from('type octile\nheight 4\nwidth 5\nmap\n.....\n.@@@.\n.....\n.TT..\n') });
        await page().locator('#tab-maze').click();
        await told('4 x 5 cells; the goal is 7 moves away');
        equal(await solve(), '7', 'moves');
        await page().focus('#maze-canvas');
        for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Space']) await page().keyboard.press(key); // a wall below the start, two cells down
        await told('the goal is 7 moves away');
        equal(await drawn('start'), ['@0000', '01110', '10000', '01100'], 'the start');
        await taken('/10000/');
        equal(await solve(), '7', 'moves');
    });

    test('a maze whose floor has costs shows the cheapest path, and its floors are painted', async () => {
        await rules('title Swamp\nboard 3 x 5\npieces @ .\nfloor # 1 4\n  11411\n  11411\n  11111\nlet n = 1 4\nmove any direction, cost n: @ .|n -> . @\n' +
            'start @.... / ..... / .....\ngoal ____@ / _____ / _____\n');
        await page().locator('#puzzle-title', { hasText: 'Swamp' }).waitFor();
        await page().click('#tab-maze');
        await told('3 x 5 cells; the cheapest path to the goal costs 7, and Dijkstra visits 14 cells');
        equal(await solve(), '4', 'moves');
        await page().selectOption('#maze-brush', { label: 'floor 4' });
        await page().focus('#maze-canvas');
        for (const key of ['ArrowRight', 'ArrowRight', 'Space']) await page().keyboard.press(key); // from the start, one to the right
        equal(await evaluate(() => document.getElementById('say').textContent), 'Row 1, column 2: floor 4', 'what is said');
        await told('costs 8'); // by the row below, or round
        equal(await drawn('floor   # 1 4'), ['14411', '11411', '11111'], 'the floor');
        await page().selectOption('#maze-brush', { label: 'walls' });
        for (const key of ['ArrowRight', 'Space', 'ArrowDown', 'Space']) await page().keyboard.press(key);
        equal(await drawn('floor   # 1 4'), ['14#11', '11#11', '11111'], 'walls are floor, too');
        await told('costs 8');
        await taken('@.#../..#../.....');
        equal(await solve(), '8', 'moves round the wall');
    });

    test('a maze of 1,000 x 1,000 is opened, solved and zoomed', async () => {
        await page().setInputFiles('#file', { name: 'large.few', mimeType: 'text/plain', buffer: Buffer.from(large(1000)) });
        await page().locator('#puzzle-title', { hasText: 'Large maze' }).waitFor();
        await page().click('#tab-maze');
        await told('1,000 x 1,000 cells; the goal is 1,998 moves away');
        check((await text('#board-empty')).includes('under Maze'), await text('#board-empty'));
        await evaluate(() => new Promise(requestAnimationFrame));
        // Start and goal are seen whole, in their corners: the colour of their edges on all sides of their middles.
        const seen = await evaluate(() => {
            const canvas = document.getElementById('maze-canvas');
            const dense = devicePixelRatio;
            const [w, h] = [canvas.clientWidth, canvas.clientHeight];
            const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            const probe = document.createElement('span');
            canvas.after(probe);
            const extent = (name, near) => {
                probe.style.color = `var(${name})`;
                const wanted = getComputedStyle(probe).color.match(/\d+/g).slice(0, 3).map(Number);
                let [left, right, top, bottom] = [1e9, -1, 1e9, -1];
                for (let y = near[1]; y < near[1] + 40 * dense; y++) {
                    for (let x = near[0]; x < near[0] + 40 * dense; x++) {
                        if (!wanted.every((part, i) => Math.abs(data[4 * (y * width + x) + i] - part) < 3)) continue;
                        [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
                    }
                }
                return [right - left, bottom - top].map((each) => Math.round(each / dense));
            };
            const size = Math.min(w, h);
            const [x, y] = [((w - size) / 2) * dense, ((h - size) / 2) * dense].map(Math.round);
            const far = (size - 40) * dense;
            const found = [extent('--b-0', [x, y]), extent('--b-path', [Math.round(x + far), Math.round(y + far)])];
            probe.remove();
            return found;
        });
        for (const [wide, high] of seen) check(wide > 7 && high > 7 && Math.abs(wide - high) < 4, `marks of ${JSON.stringify(seen)}`);
        equal(await solve(), '1998', 'moves');
        await page().click('#last');
        equal(await text('#count'), '1998 / 1998', 'the player');
        await page().click('#back');
        equal(await page().locator('.words [aria-current]').count(), 1, 'moves marked');
        await evaluate(() => new Promise(requestAnimationFrame));
        const pixel = () => evaluate(() => {
            const canvas = document.getElementById('maze-canvas');
            return [...canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data].join();
        });
        const before = await pixel();
        check(!before.startsWith('0,0,0,0'), 'nothing is drawn');
        await page().click('#maze-in');
        await page().locator('#maze-whole:enabled').waitFor(); // with the next picture
    });
};
