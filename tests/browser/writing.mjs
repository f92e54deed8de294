// Help while one writes rules.
import { check, equal, test } from './harness.mjs';

export default ({ show, rules, text, evaluate, page }) => {
    const words = () => page().locator('#completions li b').allInnerTexts();
    const source = () => page().inputValue('#text');
    const cursor = (before) => evaluate((wanted) => {
        const area = document.getElementById('text');
        area.focus();
        const at = area.value.indexOf(wanted) + wanted.length;
        area.setSelectionRange(at, at);
    }, before);

    test('words are completed as one types, by Tab, or chosen with the arrow keys', async () => {
        await rules('board 3\npieces player .\n');
        await page().focus('#text');
        await page().keyboard.press('Control+End');
        await page().keyboard.type('mo');
        equal(await words(), ['move'], 'what completes mo');
        await page().keyboard.press('Tab');
        check((await source()).endsWith('\nmove    '), await source());
        await page().keyboard.type('any');
        equal(await words(), ['any direction'], 'what completes any');
        await page().keyboard.press('ArrowDown');
        equal(await page().getAttribute('#text', 'aria-activedescendant'), 'completion-0', 'the active one');
        await page().keyboard.press('Enter');
        await page().keyboard.type(':  pl');
        equal(await words(), ['player'], 'words of one\'s own');
        await page().keyboard.press('Escape');
        equal(await words(), [], 'after Escape');
        await page().keyboard.press('Control+Space');
        await page().keyboard.press('Enter');
        await page().keyboard.type(' . -> . player');
        await page().locator('#diagnostic', { hasText: 'No mistakes' }).waitFor();
        check((await source()).endsWith('move    any direction:  player . -> . player'), await source());
        await page().keyboard.press('Control+z');
        check(!(await source()).endsWith('. player'), 'the browser cannot undo it');
    });

    test('the word at the cursor is explained', async () => {
        await show('eight');
        await page().click('#tab-rules');
        const explained = async (before, what) => {
            await cursor(before);
            await page().locator('#word-help', { hasText: what }).waitFor();
        };
        await explained('\nmo', 'A rule: what must be there');
        await explained('any dir', 'towards all four sides');
        await explained('x t', 'A name: any one of 1 2 3 4 5 6 7 8');
        await explained('->', 'what is there after the move');
        await explained('start   2', 'A piece');
        // The library names all statements when a line begins with something else.
        const missing = await evaluate(async () => {
            const { STATEMENTS } = await import('./words.js');
            const { hint } = await (await import('./api.js')).check('board 2\nmo\n').catch((error) => error);
            const known = hint.match(/one of (.*)$/)[1].split(', ');
            return [...known.filter((word) => !STATEMENTS[word]), ...Object.keys(STATEMENTS).filter((word) => !known.includes(word))];
        });
        equal(missing, [], 'statements that are not explained, or are none');
    });

    test('every example can be inserted, and is right where its pieces are', async () => {
        const wrong = await evaluate(async () => {
            const api = await import('./api.js');
            const { EXAMPLES } = await import('./words.js');
            const { declared } = await import('./rules.js');
            const told = [];
            for (const [name, needs, lines] of EXAMPLES) {
                const { pieces } = declared(needs);
                const move = /^move/m.test(lines) ? '' : `move ${pieces[0]} -> ${pieces[1]}\n`;
                await api.check(`${needs}${move}${lines}\n`).catch((error) => told.push(`${name}: ${error.message}`));
            }
            return told;
        });
        equal(wrong, [], 'examples with mistakes');
        await rules('board 4\npieces a b .\nmove any direction:\n     a . -> . a\nstart a . . b\ngoal . . a b\n');
        await cursor('move any');
        await page().selectOption('#insert-example', { label: 'A piece jumps over another' });
        equal((await source()).split('\n').slice(2, 5), ['move any direction:', '     a . -> . a', 'move    jump, any direction:  a b . -> . b a'], 'behind the statement');
        await page().locator('#diagnostic', { hasText: 'No mistakes' }).waitFor();
    });

    test('each rule is shown as pictures, before and after, and as one types', async () => {
        await show('sokoban');
        await page().click('#tab-rules');
        await page().click('#rule-pictures summary');
        const seen = () => page().locator('#rule-pictures li').evaluateAll((items) => items.map((item) => [item.querySelector('.head')?.textContent,
            ...[...item.querySelectorAll('svg[role=img], .plain-pattern')].map((each) => each.getAttribute('aria-label') ?? each.textContent)]));
        await page().locator('#rule-pictures li').nth(1).waitFor();
        equal(await seen(), [['walk, any direction', '@ .', '. @'], ['push, any direction', '@ $ .', '. @ $']], 'rules');
        check(await page().locator('#rule-pictures svg .tone-0').count() > 0, 'the player has no picture');
        await rules('board 2 x 2\npieces 1..3 .\nvar turn = a b\nlet t = 1..3\nmove hop, any direction: t _ / _ . -> . _ / _ t, turn a -> b where t > 1\nmove up: t -> t+1\nstart 1 2 / 3 . and turn is a\n');
        await page().locator('#rule-pictures li', { hasText: 'hop' }).waitFor();
        equal(await seen(), [['hop, any direction', 't _ / _ .', '. _ / _ t'], ['up', 't', 't+1']], 'rules, written anew');
        const [hop, up] = await page().locator('#rule-pictures li').all();
        equal(await hop.locator('.mono').allInnerTexts(), ['turn a → b', 'where t > 1'], 'what is no picture');
        equal(await hop.locator('svg').first().locator('text').allTextContents().then((all) => all.sort()), ['t', '·', '·'], 'what stands in the cells');
        equal(await up.locator('svg').nth(1).locator('text').allTextContents(), ['t+1'], 'a sum');
        await rules('board 2 x 3\npieces 1..6\nmove left: cycle (1 2 5 4)\nmove both: cycle (1 4) (3 6)\nstart 2 5 3 / 1 4 6\ngoal 1 2 3 / 4 5 6\n');
        await page().locator('#rule-pictures li', { hasText: 'both' }).waitFor();
        equal(await seen(), [['left', '1 2 5 4', '2 5 4 1'], ['both', '1 4 / 3 6', '4 1 / 6 3']], 'cycles');
        const labels = (picture) => picture.locator('.shape').evaluateAll((shapes) => shapes.map((shape) => shape.textContent));
        const [before, after] = await page().locator('#rule-pictures li').first().locator('svg').all();
        equal(await labels(before), ['1', '2', '', '4', '3', ''], 'what goes round, before');
        equal(await labels(after), ['4', '1', '', '3', '2', ''], 'and after');
    });
};
