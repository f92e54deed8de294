// Step by step: what is on show at each line is what a search written anew, with the moves of the library, does there.
import { check, equal, test, until } from './harness.mjs';

export default ({ show, text, evaluate, page, open }) => {
    // Presses a button some times; what was on show after each.
    const press = (id, times = 1) => evaluate(async ([button, count]) => {
        const view = document.getElementById('view-steps');
        const lane = view.querySelector('.lane');
        const seen = [];
        for (let i = 0; i < count; i++) {
            document.getElementById(button).click();
            do await new Promise((wake) => { setTimeout(wake); }); while (view.querySelector('.lanes').getAttribute('aria-busy') === 'true');
            seen.push({
                line: lane.querySelector('.code [aria-current]')?.dataset.line,
                told: lane.querySelector('.told').textContent,
                counts: lane.querySelector('.counts').textContent,
                current: lane.querySelector('.current > .state-card')?.dataset.state,
                open: [...lane.querySelectorAll('.open-list .state-card')].map((card) => [card.dataset.state, ...(card.querySelector('.costs').textContent.match(/\d+/g) ?? []).map(Number)]),
                over: document.getElementById('steps-line').disabled,
            });
        }
        return seen;
    }, [id, times]);

    const choose = async (name, kind, beside = '') => {
        await show(name);
        await page().click('#tab-steps');
        await page().selectOption('#steps-search', kind);
        await page().selectOption('#steps-beside', beside);
    };

    const ofState = (seen) => seen.at(-1).current;

    test('BFS is stepped through, and its states come in the order of a queue', async () => {
        await choose('wolf-goat-cabbage', 'bfs');
        const wanted = await evaluate(async () => {
            const api = await import('./api.js');
            const rules = (await api.puzzle('wolf-goat-cabbage')).text;
            const queue = [(await api.check(rules)).start];
            for (let i = 0; i < queue.length; i++) {
                const { goal, moves } = await api.moves(rules, queue[i]);
                if (goal) return queue.slice(0, i + 1);
                for (const { state } of moves) if (!queue.includes(state)) queue.push(state);
            }
            return null;
        });
        equal((await press('steps-line'))[0].told, 'The start is put into open.', 'the first line');
        const found = [];
        for (let seen; !seen?.[0].over;) {
            seen = await press('steps-state');
            found.push(ofState(seen));
        }
        equal(found, wanted, 'states in the order of their expansion');
        check((await text('#steps-note')).startsWith('It is a goal, 7 moves from the start'), await text('#steps-note'));
        equal(await press('steps-last-state').then(ofState), wanted.at(-2), 'one state back');
    });

    test('stepping back through a search shows the same lines again', async () => {
        await choose('romania', 'dijkstra');
        const forth = await press('steps-line', 56);
        check(forth.some(({ told }) => /cheaper path: its g falls/.test(told)), 'no path became cheaper');
        const back = await press('steps-back', 55);
        const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
        check(same(back.reverse(), forth.slice(0, 55)), 'it is another search backwards');
        check(same(await press('steps-line', 55), forth.slice(1)), 'it is another search forwards again');
        await page().click('#steps-first');
        await page().locator('#steps-note', { hasText: 'Nothing is done yet' }).waitFor();
    });

    test('A* shows g, h and f, and takes the least f', async () => {
        await choose('eight', 'astar');
        for (const { open } of await press('steps-state', 12)) {
            for (const [state, g, h, f] of open) equal(f, g + h, state);
            const least = Math.min(...open.map(([, , , f]) => f));
            equal(open[0]?.[3], least, 'the first of open');
        }
        await choose('frogs', 'astar');
        await press('steps-end');
        await page().locator('#steps-note', { hasText: 'It is a goal, 15 moves from the start' }).waitFor();
    });

    test('where moves have costs, Dijkstra and A* find the cheapest path', async () => {
        for (const kind of ['dijkstra', 'astar']) {
            await choose('bridge', kind);
            await press('steps-end');
            await page().locator('#steps-note', { hasText: 'the path costs 17' }).waitFor();
        }
    });

    test('two searches go in step beside each other', async () => {
        await choose('frogs', 'bfs', 'dfs');
        await press('steps-state', 9);
        const counts = await page().locator('.lane .counts').allInnerTexts();
        equal(counts.map((each) => each.split(' ')[0]), ['8', '8'], 'expanded on both sides');
        const [left, right] = await page().locator('.lane .told').allInnerTexts();
        check(left && right, 'both say what they do');
        check(await page().locator('#steps-quiz').isDisabled(), 'a quiz of two searches');
        await press('steps-end');
        await until(page(), () => [...document.querySelectorAll('.lane .told')].every((each) => /It is a goal/.test(each.textContent)));
        check(/may be a shorter path/.test(await page().locator('.lane .told').nth(1).innerText()), 'depth-first proves nothing');
    });

    test('What comes next? asks, refuses what is wrong, and counts', async () => {
        await choose('eight', 'bfs');
        const number = (each) => Number(each.match(/no\. (\d+)/)[1]);
        const cards = page().locator('button.state-card');
        await page().click('#steps-quiz');
        await page().locator('#steps-note', { hasText: 'Which state is expanded next?' }).waitFor();
        // The oldest state is the one with the lowest number.
        const answer = async (right) => {
            const before = await page().locator('.lane .counts').innerText();
            const numbers = (await cards.allInnerTexts()).map(number);
            const least = Math.min(...numbers);
            await cards.nth(right ? numbers.indexOf(least) : numbers.findIndex((each) => each !== least)).click();
            if (right) await until(page(), (old) => document.querySelector('.lane .counts').textContent !== old && document.querySelector('.lanes').getAttribute('aria-busy') !== 'true', before);
        };
        await answer(true);
        check((await text('#steps-note')).includes('1 of 1 right'), await text('#steps-note'));
        await answer(false);
        check(/^No, not no\. \d+\. Look at the line: s ← the oldest.* 1 of 2 right/.test(await text('#steps-note')), await text('#steps-note'));
        equal(await page().locator('button.state-card:disabled').count(), 1, 'cards that are refused');
        await answer(true);
        await answer(true);
        check((await text('#steps-note')).includes('2 of 3 right'), await text('#steps-note'));
        await page().click('#steps-quiz');
        check(await page().locator('#steps-line').isEnabled(), 'steps go on after the quiz');
        await page().selectOption('#steps-search', 'astar');
        await page().click('#steps-quiz');
        await page().locator('#steps-note', { hasText: 'Which state is expanded next?' }).waitFor();
        equal(await page().locator('.costs .cost-f').count(), 0, 'f is told'); // g and h are, and f is asked for
        const sums = (await cards.locator('.costs').allInnerTexts()).map((each) => each.match(/\d+/g).reduce((sum, part) => sum + Number(part), 0));
        await cards.nth(sums.indexOf(Math.min(...sums))).click();
        await page().locator('#steps-note', { hasText: '1 of 1 right' }).waitFor();
    });

    test('a search is stepped through with the arrow keys, and the view is in the address', async () => {
        await choose('frogs', 'bfs');
        await page().focus('#steps-line');
        for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) {
            await page().keyboard.press(key);
            await until(page(), () => document.querySelector('.lanes').getAttribute('aria-busy') !== 'true');
        }
        await page().locator('#steps-note', { hasText: 'is taken out of open: it has waited longest' }).waitFor();
        await until(page(), () => /v=steps/.test(location.hash));
        await page().reload();
        await page().locator('#view-steps .code').waitFor();
    });

    test('IDA* raises its threshold to the length of a shortest path', async () => {
        await choose('frogs', 'idastar');
        const thresholds = new Set();
        for (const { counts, open: list } of await press('steps-state', 40)) {
            const threshold = Number(counts.match(/threshold (\d+)/)[1]);
            thresholds.add(threshold);
            for (const [state, , , f] of list) check(f <= threshold, `${state}: f ${f}, threshold ${threshold}`);
        }
        for (const [name, told, last] of [['frogs', 'It is a goal, 15 moves from the start', 15], ['bridge', 'the path costs 17', 17]]) {
            await choose(name, 'idastar');
            await press('steps-end');
            await page().locator('#steps-note', { hasText: told }).waitFor();
            check((await text('.lane .counts')).endsWith(`threshold ${last}`), await text('.lane .counts'));
        }
    });

    test('a search from both ends meets on a shortest path', async () => {
        for (const name of ['wolf-goat-cabbage', 'frogs', 'knights', 'maze', 'strings']) {
            await choose(name, 'bidirectional');
            const { moves } = await evaluate(async (chosen) => {
                const api = await import('./api.js');
                return api.follow(await api.solve((await api.puzzle(chosen)).text, {}), () => {});
            }, name);
            await press('steps-end');
            await page().locator('#steps-note', { hasText: `a path of ${moves.length} moves` }).waitFor();
            // The words that are shown lead to a goal.
            const isGoal = await evaluate(async ([chosen, words]) => {
                const api = await import('./api.js');
                const rules = (await api.puzzle(chosen)).text;
                let looked = await api.moves(rules);
                for (const word of words) looked = await api.moves(rules, looked.moves.find((move) => move.word === word).state);
                return looked.goal;
            }, [name, (await text('.lane .current .mono')).split(' ')]);
            check(isGoal, `${name}: the path leads to no goal`);
        }
        await choose('wolf-goat-cabbage', 'bidirectional');
        const forth = await press('steps-line', 30);
        const back = await press('steps-back', 29);
        equal(back.reverse(), forth.slice(0, 29), 'the same lines backwards');
        equal(await page().locator('.lane .open-list').count(), 2, 'open lists');
        await choose('bridge', 'bidirectional');
        await press('steps-end');
        await page().locator('#steps-note', { hasText: 'moves have costs' }).waitFor();
    });

    test('a link leads to the same searches at the same line', async () => {
        await choose('eight', 'astar', 'idastar');
        await press('steps-state', 4);
        await press('steps-line', 3);
        const sight = (on) => on.evaluate(() => [...document.querySelectorAll('.lane')].map((lane) => lane.innerText));
        await until(page(), async () => location.hash.includes(`q=${(await import('./steps.js')).atHand()}`)); // it follows a little later
        const mine = await sight(page());
        const other = await open({}, page().url());
        await until(other, (wanted) => JSON.stringify([...document.querySelectorAll('.lane')].map((lane) => lane.innerText)) === wanted, JSON.stringify(mine));
        await other.context().close();
        await page().reload();
        await until(page(), (wanted) => JSON.stringify([...document.querySelectorAll('.lane')].map((lane) => lane.innerText)) === wanted, JSON.stringify(mine));
    });
};
