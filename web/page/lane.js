// One search on show: its pseudo-code, what it does at this line in words, the state at hand with what its moves led to, and the open list.
import { drawing } from './board.js';
import { t } from './language.js';
import { Search, SEARCHES, pseudocode } from './search.js';
import { element, number, plural } from './text.js';

const SHOWN = 12; // of the open list
const MOST_SHAPES = 900; // of a picture that small

// A state as a small picture, with its number and what it costs. `hides`: f is for others to find out.
export function card(node, { bounded = false, hides = false, extra = '', as = 'div', ...attributes } = {}) {
    if (!node.picture && node.scene && node.scene.shapes.length <= MOST_SHAPES) node.picture = drawing(node.scene, node.state);
    const picture = node.picture?.cloneNode(true) ?? element('span', { class: 'mono' }, node.state.slice(0, 60));
    const costs = [['g', node.g], ...(bounded ? [['h', node.h], ...(hides ? [] : [['f', node.g + node.h]])] : [])];
    return element(as, { class: 'state-card', 'data-state': node.state, title: node.state, ...attributes }, picture,
        element('span', { class: 'number' }, node.number ? t('no. {n}', { n: number(node.number) }) : ''),
        element('span', { class: 'costs' }, ...costs.map(([name, value]) => element('span', { class: `cost-${name}` }, `${name} ${value}`))),
        extra ? element('span', { class: 'extra' }, extra) : null);
}

export class Lane {
    constructor(text, start, kind) {
        this.search = new Search(text, start, kind);
        this.rule = SEARCHES[kind];
        this.code = element('ol', { class: 'code', 'aria-label': t('Pseudo-code') }, ...pseudocode(kind, this.search.within)
            .map(([name, indent, line]) => element('li', { 'data-line': name, class: `in-${indent}` }, line)));
        this.said = element('p', { class: 'told', 'aria-hidden': 'true' }); // the note above the lanes says it to all
        this.counts = element('p', { class: 'note counts' });
        this.current = element('div', { class: 'current' });
        this.openTitle = element('h3', {});
        this.list = element('ol', { class: 'cards open-list' });
        this.place = element('section', { class: 'lane', 'aria-label': this.rule.name },
            element('div', { class: 'lane-code' }, element('h3', {}, this.rule.name), this.code, this.counts),
            element('div', { class: 'lane-now' }, this.said, this.current),
            element('div', { class: 'lane-open' }, this.openTitle, this.list));
    }

    // What the line at hand did, as a sentence.
    told() {
        const { step } = this.search;
        if (!step) return t('Nothing is done yet: go one line further, or one state.');
        const { node, word, next } = step;
        switch (step.line) {
        case 'open': return t('The start is put into open.');
        case 'take': return t('No. {n} is taken out of open: {why}.', { n: node.number, why: this.rule.why(node) });
        case 'goal': return step.end ? this.#found(node) : t('It is not a goal: its moves are tried.');
        case 'within': return t('{word}: that would cost more than {within}.', { word, within: this.search.within });
        case 'dead': return t('{word}: no goal can be reached from there.', { word });
        case 'seen': return next === node.from ? t('{word} leads back to where it came from, no. {n}.', { word, n: next.number })
            : t('{word} leads to no. {n}, which was seen before.', { word, n: next.number });
        case 'put': return step.cheaper === undefined ? t('{word} leads to a new state: it is put into open as no. {n}.', { word, n: next.number })
            : t('{word} leads to no. {n} by a cheaper path: its g falls from {old} to {g}.', { word, n: next.number, old: step.cheaper, g: next.g });
        case 'fail': return t('Open is empty: no path leads to a goal.');
        default: return t('{states} are enough here: the tool goes further.', { states: plural(this.search.seen, 'state') });
        }
    }

    #found(node) {
        const moves = this.search.path(node).length - 1;
        const values = { moves: plural(moves, 'move'), n: number(this.search.expanded) };
        const found = node.g === moves ? t('It is a goal, {moves} from the start, after {n} expanded.', values)
            : t('It is a goal, {moves} from the start, after {n} expanded; the path costs {g}.', { ...values, g: number(node.g) });
        return this.rule.unproved ? found + t(' There may be a shorter path: this search does not prove that there is none.') : found;
    }

    // `asks`: {cards, choose(node)} of a quiz, which has the open list in an order of its own.
    draw(asks = this.asks) {
        const { search, rule } = this;
        const { step } = search;
        for (const line of this.code.children) {
            if (line.dataset.line === step?.line) line.setAttribute('aria-current', 'step');
            else line.removeAttribute('aria-current');
        }
        this.said.textContent = this.told();
        this.counts.textContent = t('{expanded} expanded, {open} in open, {seen} seen', {
            expanded: number(search.expanded), open: number(search.open.length), seen: number(search.seen),
        });
        this.#drawCurrent(Boolean(asks));
        this.openTitle.textContent = asks ? t('Open, shuffled') : t('Open, the next one first');
        const shown = asks ? asks.cards : search.open.slice(0, SHOWN);
        const left = search.open.length - shown.length;
        const put = step?.line === 'put' ? step.next : null;
        this.list.replaceChildren(...shown.map((node) => {
            const settings = { bounded: rule.bounded, class: `state-card${node === put ? ' fresh' : ''}` };
            if (!asks) return element('li', {}, card(node, settings));
            return element('li', {}, card(node, { ...settings, hides: true, as: 'button', type: 'button', disabled: asks.refused.has(node), onclick: () => asks.choose(node) }));
        }), ...(left > 0 ? [element('li', { class: 'empty' }, t('and {n} more', { n: number(left) }))] : []),
        ...(search.open.length ? [] : [element('li', { class: 'empty' }, t('empty'))]));
    }

    // The state that is expanded, and what its moves led to so far.
    #drawCurrent(hides) {
        const { search, rule } = this;
        const { step } = search;
        const taken = search.steps.slice(0, search.at).findLastIndex(({ line }) => line === 'take');
        const node = step?.node;
        if (!node || step.line === 'open' || taken < 0) return this.current.replaceChildren();
        if (step.end === 'found') {
            const path = search.path(node);
            const words = path.slice(1).map(({ word }) => word).join(' ');
            return this.current.replaceChildren(card(node, { bounded: rule.bounded, extra: t('a goal') }), element('p', { class: 'mono' }, words));
        }
        const SAID = { put: t('new'), seen: t('seen'), dead: t('no goal'), within: t('too far') };
        const tried = search.steps.slice(taken + 1, search.at).filter(({ next }) => next);
        const results = tried.map((each, i) => element('li', {}, card({ ...each.next, picture: undefined }, {
            bounded: rule.bounded, hides, class: `state-card ${each.line}${i === tried.length - 1 ? ' now' : ''}`,
            extra: `${each.word}: ${each.cheaper === undefined ? SAID[each.line] : t('cheaper')}`,
        })));
        this.current.replaceChildren(card(node, { bounded: rule.bounded, hides, extra: 's' }), element('ol', { class: 'cards', 'aria-label': t('Its moves') }, ...results));
    }
}
