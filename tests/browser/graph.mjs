// The state graph: what of it is on show, and its layers.
import { check, equal, test } from './harness.mjs';

export default ({ text, page, url }) => {
    // Opens the graph of a puzzle; where its start is: at the left, in the middle.
    const open = async (name) => {
        await page().emulateMedia({ reducedMotion: 'reduce' }); // then it does not play by itself
        await page().goto('about:blank');
        await page().goto(`${url}#p=${name}&v=graph`);
        await page().waitForSelector('#board svg .shape');
        await page().click('#graph-show');
        await page().locator('#graph-note', { hasText: 'the search is over' }).waitFor();
        await page().locator('#view-graph canvas').scrollIntoViewIfNeeded();
        const { x, y, width, height } = await page().locator('#view-graph canvas').boundingBox();
        const columns = Number((await page().locator('#view-graph canvas').getAttribute('aria-label')).match(/(\d+) columns/)[1]);
        origin = { x, y };
        const middle = (depth) => x + 18 + ((depth + 0.5) * (width - 36)) / columns;
        return { middle, start: [middle(0), y + (height - 22) / 2], foot: y + height - 12 };
    };
    // The page may have been scrolled since, and be shorter: where the canvas is now, from where it was.
    let origin = { x: 0, y: 0 };
    const now = async (x, y) => {
        const canvas = page().locator('#view-graph canvas');
        await canvas.scrollIntoViewIfNeeded();
        const frame = await canvas.boundingBox();
        return [x + frame.x - origin.x, y + frame.y - origin.y];
    };
    const forget = () => page().evaluate(() => document.activeElement?.blur());
    // The card of the state at a point of the screen.
    const at = async (x, y) => {
        await page().evaluate(() => document.querySelector('#view-graph .node').replaceChildren());
        await page().mouse.click(...await now(x, y));
        await page().waitForTimeout(60);
        return page().locator('#view-graph .node').innerText();
    };
    const isStart = (card) => card.includes('0 moves from the start');

    test('the graph zooms where the mouse is, and is moved by dragging', async () => {
        const size = page().viewportSize();
        await page().setViewportSize({ width: 1280, height: 900 }); // with room to drag
        const { start: [x, y] } = await open('tiles-2x3');
        check(isStart(await at(x, y)), 'the start is not at the left');
        await forget();
        const before = await page().evaluate(() => scrollY);
        await page().mouse.wheel(0, -10);
        equal(await page().locator('#graph-whole').isDisabled(), true, 'the wheel scrolls the page until one has clicked on the graph');
        await page().waitForTimeout(100);
        await page().evaluate((to) => scrollTo(0, to), before);
        await page().focus('#view-graph canvas');
        await page().mouse.move(...await now(x, y));
        await page().mouse.wheel(0, -500);
        await page().locator('#graph-whole:enabled').waitFor();
        check(isStart(await at(x, y)), 'what is under the mouse does not stay');
        await page().mouse.move(...await now(x + 200, y));
        await page().mouse.down();
        await page().mouse.move(...await now(x + 200, y - 60), { steps: 4 });
        await page().mouse.up();
        check(isStart(await at(x, y - 60)), 'it was not dragged');
        check(!isStart(await at(x, y)), 'it is in two places');
        await page().keyboard.press('0');
        check(isStart(await at(x, y)), '0 does not show all of it');
        await page().keyboard.press('+');
        check(await page().locator('#graph-out').isEnabled(), '+ does not zoom');
        await page().click('#graph-whole');
        check(isStart(await at(x, y)), 'the whole');
        await page().setViewportSize(size);
    });

    test('layers of the graph are collapsed, and opened again', async () => {
        const { middle, start, foot } = await open('tiles-2x3');
        const said = (what) => page().locator('#say', { hasText: what }).waitFor({ state: 'attached' });
        await page().mouse.click(...await now(middle(8), foot));
        await said('Layer 8 is collapsed: 16 states.');
        equal(await page().getAttribute('#graph-collapse', 'aria-pressed'), 'true', 'some are collapsed');
        await page().click('#graph-collapse');
        equal(await page().getAttribute('#graph-collapse', 'aria-pressed'), 'false', 'none is');
        await page().click('#graph-collapse');
        equal(await page().getAttribute('#graph-collapse', 'aria-pressed'), 'true', 'the large ones are');
        check(isStart(await at(...start)), 'small layers stay as they are');
        await page().keyboard.press('c');
        await said('Layer 0 is collapsed: 1 state.');
        await page().keyboard.press('c');
        await said('Layer 0 is open: 1 state.');
        await page().emulateMedia({ reducedMotion: null });
        check((await text('#graph-note')).startsWith('360 states'), await text('#graph-note'));
    });
};
