// What came of a search: the number of moves, the moves to click on, the files to keep; or why there is none.
import * as api from './api.js';
import { t } from './language.js';
import * as proof from './proof.js';
import { reason as why, said } from './said.js';
import { by, bytes, element, number, plural, seconds } from './text.js';

const place = by('result');

function statistics({ statistics: figures, reason }) {
    const parts = [
        figures.algorithm, t('{n} expanded', { n: number(figures.expanded) }), t('{n} generated', { n: number(figures.generated) }),
        bytes(figures.peak_bytes ?? figures.bytes ?? 0), seconds(figures.seconds ?? 0), figures.store,
    ];
    return [element('p', { class: 'note figures' }, parts.filter(Boolean).join(' · ')),
        reason ? element('p', { class: 'note' }, why(reason)) : null];
}

function headline(result) {
    const { status, length, cost, limit, within, statistics: figures } = result;
    switch (status) {
    case 'solved':
        return [String(length), (length === 1 ? t('move, proved shortest') : t('moves, proved shortest')) +
            (cost !== undefined && cost !== length ? t(' (cost {n})', { n: number(cost) }) : '')];
    case 'unsolvable':
        return [t('Unsolvable'), (within === undefined ? t('proved: no moves lead from this start to a goal')
            : t('proved: no moves lead from this start to a goal within {n}, the limit of the puzzle', { n: number(within) })) +
            t(' ({states} looked at)', { states: plural(figures.expanded, 'state') })];
    case 'limit':
        return [t('Not known'), api.isServed ? t('the limit of {limit} was reached first. Try another algorithm, or raise it: fewest help serve', { limit: t(limit) })
            : t('the limit of {limit} was reached first. Try another algorithm, or `fewest solve` on a machine of your own, which has more of it', { limit: t(limit) })];
    case 'interrupted':
        return [t('Stopped'), t('after {time} and {states}', { time: seconds(figures.seconds ?? 0), states: plural(figures.expanded, 'expanded state') })];
    default:
        return [t('Not solved'), said(result.error?.message || result.message) || status];
    }
}

export function clear() {
    proof.forget();
    place.hidden = true;
    place.replaceChildren();
}

// `go(index)` shows the state after that many moves; `puzzle`: what was solved, {text, start, name}.
export function show(result, { run, go, savePuzzle, puzzle }) {
    proof.forget();
    const [large, small] = headline(result);
    const figures = result.statistics ? statistics(result) : [];
    const parts = [element('p', { class: `headline ${result.status}` }, element('strong', {}, large), ' ', element('span', {}, small)), ...figures];
    if (result.status === 'solved') {
        const list = element('ol', { class: 'words', tabindex: '0', 'aria-label': t('Moves of the solution') }, ...result.moves.map((word, i) => element('li', {},
            element('button', { type: 'button', tabindex: '-1', onclick: () => go(i + 1) }, word))));
        const link = (kind, name) => element('a', { href: api.download(run, kind), download: `solution.${kind}` }, name);
        parts.push(list, element('p', { class: 'downloads' }, t('Download '), link('txt', t('text')), link('json', 'JSON'), link('svg', 'SVG'),
            element('button', { type: 'button', class: 'link', onclick: savePuzzle }, t('puzzle'))));
    }
    if (['solved', 'unsolvable'].includes(result.status)) parts.push(proof.offer(puzzle));
    place.replaceChildren(...parts.filter(Boolean));
    place.hidden = false;
    return `${large} ${small}`;
}

export function fail(error) {
    place.replaceChildren(element('p', { class: 'headline failed' }, element('strong', {}, t('Not solved'))),
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
