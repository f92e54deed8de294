// The address of the page follows what is on it: most changes only rewrite it, larger ones can be gone back from. And the link to
// send.
import * as address from './address.js';
import * as files from './files.js';
import { t } from './language.js';
import { by } from './text.js';

let page = { atHand: () => ({}), isPlaying: () => false, say: () => {}, fail: () => {} };
let opening = 0; // addresses that are being opened: meanwhile nothing is written there
let timer = 0;
let pushing = false;

// Writes what is on the page into its address. `push`: Back leads to what was there before.
export function mark({ push = false } = {}) {
    if (opening) return;
    pushing ||= push;
    clearTimeout(timer);
    timer = setTimeout(write, push ? 0 : 250); // browsers refuse too many in a row
}

async function write() {
    clearTimeout(timer);
    if (opening || page.isPlaying()) return;
    const wanted = await address.write(page.atHand());
    if (opening || wanted === location.hash) return;
    history[pushing ? 'pushState' : 'replaceState'](null, '', wanted);
    pushing = false;
}

// Does what an address asks for; what changes meanwhile is no change of the address.
export async function open(fragment, act) {
    opening++;
    clearTimeout(timer);
    pushing = false;
    try {
        return await act(await address.read(fragment));
    } catch (error) {
        page.fail(t(error.message));
        return false;
    } finally {
        opening--;
    }
}

by('copy-link').addEventListener('click', async () => {
    await write();
    const href = address.link(location.href);
    if (!href) return page.fail(t('These rules are too long for a link: save them as a file.'));
    const copied = await files.copy(href);
    by('copy-link').textContent = copied ? t('Copied') : t('Not copied');
    page.say(copied ? t('The link is copied.') : t('The link could not be copied: take the address of this page.'));
    setTimeout(() => { by('copy-link').textContent = t('Copy link'); }, 1600);
});

// page: {atHand(), isPlaying(), say(text), fail(text)}; `onVisit(fragment)` is called when Back or Forward leads elsewhere.
export function connect(thePage, onVisit) {
    page = thePage;
    addEventListener('popstate', () => onVisit(location.hash));
}
