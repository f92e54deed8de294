// Chinese: what the library says as well, and every view.
import { readdirSync, readFileSync } from 'node:fs';
import { check, equal, test, top } from './harness.mjs';

// The sentences of the library about mistakes, as they stand in the sources: the literals among the arguments of such a call.
function sentences(source) {
    const found = [];
    for (const call of source.matchAll(/\bfew_(?:mistake|hint)\(/g)) {
        let depth = 1;
        let at = call.index + call[0].length;
        let literal = null;
        const close = () => {
            if (literal !== null) found.push(literal);
            literal = null;
        };
        while (depth) {
            const [string] = source.slice(at).match(/^"(?:[^"\\]|\\.)*"/) ?? [];
            if (string) literal = (literal ?? '') + string.slice(1, -1);
            else if (/\S/.test(source[at])) close();
            depth += { '(': 1, ')': -1 }[source[at]] ?? 0;
            at += string?.length ?? 1;
        }
    }
    return found.filter((each) => /[a-z]+ [a-z]/.test(each));
}

// Words of the page that are left in English where they are seen, or said by a screen reader.
const LEFT = () => {
    const words = [];
    // Not the page's own: names and words of puzzles and of algorithms, what one types, pieces on boards.
    const own = '[lang=en], .brand, #puzzles .name, #gallery strong, textarea, .ink, .words, #word, #puzzle-title, option, .mono, .chip, .checks, .bar-name, th, #completions b, svg text, svg title, .head';
    // Letters that are no English words: in formulas and figures, and names that Chinese texts have as well.
    const strange = /\b(?:open|MiB|KiB|JSON|SVG|BFS|DFS|IDA|Dijkstra|Esc|Tab|Ctrl|Shift|Enter|Eight puzzle|Wolf, goat and cabbage|Maze|fewest|bidirectional|astar|idastar|multiset rank|UTF|var)\b/g;
    const english = (text) => /[A-Za-z]{3,}/.test(text.replace(/`[^`]*`/g, '').replace(strange, ''));
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { data, parentElement } = walk.currentNode;
        if (english(data) && parentElement.checkVisibility() && !parentElement.closest(own)) words.push(data.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
        if (!element.checkVisibility() || element.closest('[lang=en]') || element.closest('#board, #goal, .state-card, .node, #search, #gallery, .goal')) continue;
        for (const name of ['aria-label', 'title', 'placeholder']) if (english(element.getAttribute(name) ?? '')) words.push(`${name}: ${element.getAttribute(name)}`);
    }
    return words;
};

export default ({ open }) => {
    test('what the library says about mistakes is said in Chinese, and no sentence of it is missing', async () => {
        const page = await open({ locale: 'zh-CN' });
        const known = await page.evaluate(async () => {
            const { mistakes, parts } = await import('./zh-mistakes.js');
            return [...Object.keys(mistakes), ...Object.keys(parts)];
        });
        const folder = `${top}src/language/`;
        const missing = readdirSync(folder).filter((name) => name.endsWith('.c'))
            .flatMap((name) => sentences(readFileSync(folder + name, 'utf8')).map((each) => [name, each]))
            .filter(([, each]) => !known.includes(each) && each !== '%s: %s'); // made of what is known
        check(known.length > 300, `only ${known.length} sentences`);
        equal(missing, [], 'sentences of the library without a translation');
        const says = async (rules, message, hint) => {
            const error = await page.evaluate(async (text) => {
                const { message: one, hint: two } = await (await import('./api.js')).check(text).catch((failed) => failed);
                return [one, two];
            }, rules);
            equal(error, [message, hint], rules);
        };
        const board = 'board 3\npieces a name .\n';
        await says(`${board}move go: a y -> y a\n`, '`y` 不是声明过的棋子', '棋子有：a name .');
        await says(`${board}move a . -> . a\nstart a name\n`, '起点有 2 格，但棋盘有 3 格', '');
        await says(`${board}move a . ->\n`, '这里缺少右边', '');
        await says(`${board}mov a . -> . a\n`, '`mov` 不是语句', '是不是想写 `move`？');
        await says(`${board}let name = a .\n`, '`name` 已声明为棋子', ''); // a word of the puzzle stays what it is
        await page.click('#tab-rules');
        await page.fill('#text', `${board}move go: a y -> y a\n`);
        await page.locator('#diagnostic .message', { hasText: '`y` 不是声明过的棋子' }).waitFor();
        await page.locator('.ink .said', { hasText: '`y` 不是声明过的棋子' }).waitFor({ state: 'attached' });
        await page.context().close();
    });

    test('in Chinese, nothing is left in English in any view', async () => {
        const page = await open({ locale: 'zh-CN', viewport: { width: 1280, height: 900 } }); // where no word is left out
        const look = async (where) => equal(await page.evaluate(LEFT), [], `${where}: left in English`);
        equal(await page.locator('#views [role=tab]:visible').allInnerTexts(), ['观察搜索', '单步跟踪', '遍历', '状态图', '并排比较'], 'no blanks between Chinese words');
        await page.click('#solve');
        await page.waitForSelector('#result .headline');
        await look('a solution');
        await page.click('#prove');
        await page.waitForSelector('#proof-file');
        await look('a proof');
        await page.click('#tab-steps');
        for (let i = 0; i < 8; i++) await page.click('#steps-line');
        await look('steps');
        await page.click('#steps-quiz');
        await page.locator('#steps-note', { hasText: '？' }).waitFor();
        await look('a quiz');
        await page.click('#tab-explore');
        await page.click('#explore-run');
        await page.locator('.deepest .state-card').first().waitFor();
        await look('explore');
        await page.click('#tab-graph');
        await page.click('#graph-show');
        await page.locator('#graph-note', { hasText: '5,000' }).waitFor();
        await look('a space too large for a graph');
        await page.click('#tab-compare');
        await page.click('#compare-run');
        await page.locator('#view-compare .measure').first().waitFor();
        await look('compare');
        await page.fill('#depth', '99');
        await page.click('#start-depth button');
        await page.locator('#start-note.bad', { hasText: '没有离目标 99 步的起点：最深的离目标 31 步' }).waitFor();
        await look('a depth that there is not');
        await page.click('#mode-arrange');
        await page.fill('#start-text', '1 2 3');
        await page.press('#start-text', 'Enter');
        await page.locator('#start-note.bad', { hasText: '起点是 1 x 3 格' }).waitFor();
        await look('a start that is none');
        await page.click('#tab-rules');
        await page.click('#rule-pictures summary');
        await page.locator('#rule-pictures li').first().waitFor();
        await look('rules');
        await page.fill('#text', 'board 3\npieces a .\nmove go: a y -> y a\n');
        await page.locator('#diagnostic .message').waitFor();
        await look('a mistake');
        const at = async (hash) => {
            const { origin, pathname } = new URL(page.url());
            await page.goto('about:blank');
            await page.goto(`${origin}${pathname}${hash}`);
        };
        await at('#p=wolf-goat-cabbage&v=graph');
        await page.waitForSelector('#board svg .shape');
        await page.click('#graph-show');
        await page.locator('.graph-body').waitFor();
        await look('a graph');
        await at('#p=maze&v=maze');
        await page.locator('#maze-note', { hasText: '目标距离 8 步' }).waitFor();
        await page.check('#maze-paint');
        await look('a maze');
        await at('#r=%25%25%25');
        await page.locator('#start-note.bad').waitFor();
        await look('a damaged link');
        await at('gallery.html');
        await page.locator('#gallery svg .shape').first().waitFor({ state: 'attached' });
        await look('the gallery');
        await page.context().close();
    });
};
