// What came of a search: the number of moves, the moves to click on, the files to keep; or why there is none.
import * as api from './api.js';
import { by, bytes, element, number, plural, seconds } from './text.js';

const place = by('result');

function statistics({ statistics: figures, reason }) {
    const parts = [
        figures.algorithm, `${number(figures.expanded)} expanded`, `${number(figures.generated)} generated`,
        bytes(figures.peak_bytes ?? figures.bytes ?? 0), seconds(figures.seconds ?? 0), figures.store,
    ];
    return [element('p', { class: 'note figures' }, parts.filter(Boolean).join(' · ')),
        reason ? element('p', { class: 'note' }, reason) : null];
}

function headline(result) {
    const { status, length, cost, limit, within, statistics: figures } = result;
    switch (status) {
    case 'solved':
        return [String(length), `${length === 1 ? 'move' : 'moves'}, proved shortest${cost !== undefined && cost !== length ? ` (cost ${number(cost)})` : ''}`];
    case 'unsolvable':
        return ['Unsolvable', `proved: no moves lead from this start to a goal${within === undefined ? '' : ` within ${number(within)}, the limit of the puzzle`} (${plural(figures.expanded, 'state')} looked at)`];
    case 'limit':
        return ['Not known', `the limit of ${limit} was reached first. Try another algorithm, or raise it: fewest help serve`];
    case 'interrupted':
        return ['Stopped', `after ${seconds(figures.seconds ?? 0)} and ${plural(figures.expanded, 'expanded state')}`];
    default:
        return ['Not solved', result.message || status];
    }
}

export function clear() {
    place.hidden = true;
    place.replaceChildren();
}

// `go(index)` shows the state after that many moves.
export function show(result, { run, go, savePuzzle }) {
    const [large, small] = headline(result);
    const parts = [element('p', { class: `headline ${result.status}` }, element('strong', {}, large), ' ', element('span', {}, small)), ...statistics(result)];
    if (result.status === 'solved') {
        const list = element('ol', { class: 'words', tabindex: '0', 'aria-label': 'Moves of the solution' }, ...result.moves.map((word, i) => element('li', {},
            element('button', { type: 'button', tabindex: '-1', onclick: () => go(i + 1) }, word))));
        const link = (kind, name) => element('a', { href: api.download(run, kind), download: '' }, name);
        parts.push(list, element('p', { class: 'downloads' }, 'Download ', link('txt', 'text'), link('json', 'JSON'), link('svg', 'SVG'),
            element('button', { type: 'button', class: 'link', onclick: savePuzzle }, 'puzzle')));
    }
    place.replaceChildren(...parts.filter(Boolean));
    place.hidden = false;
    return `${large} ${small}`;
}

export function fail(error) {
    place.replaceChildren(element('p', { class: 'headline failed' }, element('strong', {}, 'Not solved')),
        element('p', { class: 'note bad' }, `${error.message} ${error.hint || ''}`));
    place.hidden = false;
}

// Marks the move that led to the state on the board.
export function follow(index) {
    const list = place.querySelector('.words');
    if (!list) return;
    list.querySelectorAll('[aria-current]').forEach((each) => each.removeAttribute('aria-current'));
    const now = list.children[index - 1]?.firstChild;
    if (!now) {
        list.scrollTop = 0;
        return;
    }
    now.setAttribute('aria-current', 'step');
    const top = now.parentElement.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + 32 > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}
