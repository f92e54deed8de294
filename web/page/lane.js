// One search on show: its pseudo-code, what it does at this line in words, the state at hand with what its moves led to, and the open list.
import { drawing } from './board.js';
import { t } from './language.js';
import { SEARCHES, pseudocode, search } from './search.js';
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
        Object.assign(this, { kind, search: search(text, start, kind), rule: SEARCHES[kind] });
        this.code = element('ol', { class: 'code', 'aria-label': t('Pseudo-code') }, ...pseudocode(kind, this.search.within)
            .map(([name, indent, line]) => element('li', { 'data-line': name, class: `in-${indent}` }, line)));
        this.said = element('p', { class: 'told', 'aria-hidden': 'true' }); // the note above the lanes says it to all
        this.counts = element('p', { class: 'note counts' });
        this.current = element('div', { class: 'current' });
        this.open = element('div', { class: 'lane-open' });
        this.place = element('section', { class: 'lane', 'aria-label': this.rule.name },
            element('div', { class: 'lane-code' }, element('h3', {}, this.rule.name), this.code, this.counts),
            element('div', { class: 'lane-now' }, this.said, this.current),
            this.open);
    }

    // What the line at hand did, as a sentence.
    told() {
        const { step } = this.search;
        if (!step) return t('Nothing is done yet: go one line further, or one state.');
        const { node, word, next } = step;
        if (step.end === 'found') return this.#found(step);
        if (step.end === 'far') return t('The sides meet: {moves} are needed, and more than {within} are too far.', { moves: plural(step.cost, 'move'), within: this.search.within });
        if (step.side === 1 && step.line === 'seen') return t('{word} leads here from no. {n}, which was seen from this side before.', { word, n: next.number });
        if (step.side === 1 && step.line === 'put') return t('{word} leads here from a new state: it is put into open′ as no. {n}.', { word, n: next.number });
        switch (step.line) {
        case 'threshold': return t('The threshold is {threshold}: states with a larger f must wait.', { threshold: step.threshold });
        case 'open': return step.goals === undefined ? t('The start is put into open.') : t('The start is put into open, and {goals} into open′.', { goals: plural(step.goals, 'goal') });
        case 'side': return step.side ? t('On the side of the goals {n} wait, on that of the start {m}: one layer from the goals.', { n: step.waiting[0], m: step.waiting[1] })
            : t('On the side of the start {n} wait, on that of the goals {m}: one layer from the start.', { n: step.waiting[0], m: step.waiting[1] });
        case 'above': return t('{word}: f = {f} is above the threshold of {threshold}.', { word, f: step.f, threshold: step.threshold });
        case 'again': return t('Open is empty. The least f above the threshold was {f}: it begins again with that.', { f: step.above });
        case 'take': return t('No. {n} is taken out of open: {why}.', { n: node.number, why: this.rule.why(node) });
        case 'goal': return this.rule.lines && !node.from ? t('The start is not a goal.') : t('It is not a goal: its moves are tried.');
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

    #found({ line, path, cost }) {
        const moves = path.length - 1;
        const values = { moves: plural(moves, 'move'), n: number(this.search.expanded) };
        if (line === 'meet') return t('The sides meet here: a path of {moves}, after {n} expanded. No path is shorter.', values);
        const found = cost === moves ? t('It is a goal, {moves} from the start, after {n} expanded.', values)
            : t('It is a goal, {moves} from the start, after {n} expanded; the path costs {g}.', { ...values, g: number(cost) });
        return this.rule.unproved ? found + t(' There may be a shorter path: this search does not prove that there is none.') : found;
    }

    // `asks`: {cards, choose(node)} of a quiz, which has the open list in an order of its own.
    draw(asks = this.asks) {
        const { search } = this;
        const { step } = search;
        for (const line of this.code.children) {
            if (line.dataset.line === step?.line) line.setAttribute('aria-current', 'step');
            else line.removeAttribute('aria-current');
        }
        this.said.textContent = this.told();
        const waiting = search.lists?.flat() ?? search.open;
        this.counts.textContent = t('{expanded} expanded, {open} in open, {seen} seen', {
            expanded: number(search.expanded), open: number(waiting.length), seen: number(search.seen),
        }) + ((search.threshold ?? null) === null ? '' : t(', threshold {threshold}', { threshold: search.threshold }));
        this.#drawCurrent(Boolean(asks));
        if (asks) this.open.replaceChildren(...this.#openList(t('Open, shuffled'), search.open, asks));
        else if (!search.lists) this.open.replaceChildren(...this.#openList(t('Open, the next one first'), search.open));
        else this.open.replaceChildren(...this.#openList(t('Open, from the start'), search.lists[0]), ...this.#openList(t('Open′, from the goals'), search.lists[1]));
    }

    get firstCard() { return this.open.querySelector('button:not(:disabled)'); }

    #openList(title, open, asks) {
        const { rule, search } = this;
        const shown = asks ? asks.cards : open.slice(0, search.lists ? SHOWN / 2 : SHOWN);
        const left = open.length - shown.length;
        const put = search.step?.line === 'put' ? search.step.next : null;
        return [element('h3', {}, title), element('ol', { class: 'cards open-list' }, ...shown.map((node) => {
            const settings = { bounded: rule.bounded, class: `state-card${node === put ? ' fresh' : ''}` };
            if (!asks) return element('li', {}, card(node, settings));
            return element('li', {}, card(node, { ...settings, hides: true, as: 'button', type: 'button', disabled: asks.refused.has(node), onclick: () => asks.choose(node) }));
        }), ...(left > 0 ? [element('li', { class: 'empty' }, t('and {n} more', { n: number(left) }))] : []),
        ...(open.length ? [] : [element('li', { class: 'empty' }, t('empty'))]))];
    }

    // The state that is expanded, and what its moves led to so far.
    #drawCurrent(hides) {
        const { search, rule } = this;
        const { step } = search;
        const taken = search.steps.slice(0, search.at).findLastIndex(({ line }) => line === 'take');
        const node = step?.node;
        if (!node || ['open', 'side', 'threshold', 'again'].includes(step.line) || taken < 0) return this.current.replaceChildren();
        if (step.path) {
            const words = step.path.slice(1).map(({ word }) => word).join(' ');
            return this.current.replaceChildren(card(node, { bounded: rule.bounded, extra: step.line === 'meet' ? t('here both meet') : t('a goal') }), element('p', { class: 'mono' }, words));
        }
        const SAID = { put: t('new'), seen: t('seen'), dead: t('no goal'), within: t('too far'), above: t('above the threshold') };
        const tried = search.steps.slice(taken + 1, search.at).filter(({ next }) => next);
        const results = tried.map((each, i) => element('li', {}, card({ ...each.next, picture: undefined }, {
            bounded: rule.bounded, hides, class: `state-card ${each.line}${i === tried.length - 1 ? ' now' : ''}`,
            extra: `${each.word}: ${each.cheaper === undefined ? SAID[each.line] : t('cheaper')}`,
        })));
        this.current.replaceChildren(card(node, { bounded: rule.bounded, hides, extra: 's' }), element('ol', { class: 'cards', 'aria-label': t('Its moves') }, ...results));
    }
}
