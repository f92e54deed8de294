// The searches as textbooks have them, one line of their pseudo-code at a time. Most are one loop: they differ in which state of `open` comes
// first, and in what they do with a state that was seen before. Moves, costs and lower bounds come from the library.
import { Course, MOST } from './course.js';
import * as deepening from './deepening.js';
import * as ends from './ends.js';
import { t } from './language.js';

const sum = (node) => node.g + node.h;
const older = (a, b) => a.number - b.number;

// `first(a, b)` < 0: a is taken before b. `why(node)`: what its place is owed to. `value`: equal ones may come in any order. `relaxes`: a cheaper path to a state that
// was seen counts. `bounded`: lower bounds are used. `lines`, `made`: of those that are another loop.
export const SEARCHES = {
    bfs: {
        name: t('Breadth-first (BFS)'), take: t('s ← the oldest state of open; take it out'), first: older, value: (node) => node.number,
        why: () => t('it has waited longest'),
    },
    dijkstra: {
        name: t('Dijkstra'), take: t('s ← the state of open with the least g; take it out'), first: (a, b) => a.g - b.g || older(a, b), value: (node) => node.g,
        why: ({ g }) => t('its g = {g} is the least', { g }), relaxes: true,
    },
    astar: {
        name: t('A*'), take: t('s ← the state of open with the least f = g + h; take it out'),
        first: (a, b) => sum(a) - sum(b) || b.g - a.g || older(a, b), value: sum,
        why: ({ g, h }) => t('its f = {g} + {h} = {f} is the least', { g, h, f: g + h }), relaxes: true, bounded: true,
    },
    idastar: {
        name: t('IDA*'), take: t('s ← the newest state of open; take it out'), value: (node) => node.number, why: () => t('it came last'), bounded: true,
        lines: deepening.lines, made: deepening.Deepening,
    },
    bidirectional: {
        name: t('From both ends'), take: t('s ← the oldest state of the layer; take it out'), value: (node) => node.number, why: () => t('it has waited longest'),
        lines: ends.lines, made: ends.FromBothEnds,
    },
    greedy: {
        name: t('Greedy best-first'), take: t('s ← the state of open with the least h; take it out'), first: (a, b) => a.h - b.h || older(a, b), value: (node) => node.h,
        why: ({ h }) => t('its h = {h} is the least', { h }), bounded: true, unproved: true,
    },
    dfs: {
        name: t('Depth-first (DFS)'), take: t('s ← the newest state of open; take it out'), first: (a, b) => older(b, a), value: (node) => node.number,
        why: () => t('it came last'), unproved: true,
    },
};

// [name, indent, line], in order.
export function pseudocode(kind, within) {
    const { take, relaxes, bounded, lines } = SEARCHES[kind];
    if (lines) return lines(within);
    return [
        ['open', 0, t('open ← the start, with g = 0')],
        ['while', 0, t('while open is not empty:')],
        ['take', 1, take],
        ['goal', 1, t('if s is a goal: return the path to s')],
        ['for', 1, t('for each move from s to a state n:')],
        ...(within === null ? [] : [['within', 2, t('if g(s) + cost is more than {within}: skip it', { within })]]),
        ...(bounded ? [['dead', 2, t('if h(n) says that no goal can be reached: skip it')]] : []),
        ['seen', 2, relaxes ? t('if n has a path as cheap already: skip it') : t('if n was seen before: skip it')],
        ['put', 2, t('g(n) ← g(s) + cost; n comes from s; put n into open')],
        ['fail', 0, t('return: there is no path')],
    ];
}

class BestFirst extends Course {
    constructor(text, start, rule) {
        super(text, start);
        this.rule = rule;
        this.nodes = new Map(); // by state: {number, state, scene, g, h, from, word}
        this.open = []; // the next one first
    }

    // Where a node belongs in `open`.
    #place(node) {
        const place = this.open.findIndex((other) => this.rule.first(node, other) < 0);
        return place < 0 ? this.open.length : place;
    }

    #add(state, scene, bound, values) {
        const node = { number: ++this.made, state, scene, h: bound ?? 0, ...values };
        this.nodes.set(state, node);
        return node;
    }

    async *run() {
        let looked = await this.look(this.start, this.rule.bounded);
        const start = this.#add(looked.state, looked.scene, looked.bound, { g: 0, from: null, word: '' });
        yield this.did({ line: 'open', node: start }, { node: start, put: 0 });
        while (this.open.length) {
            const [node] = this.open;
            this.count++;
            yield this.did({ line: 'take', node }, { node, take: 0 });
            looked = await this.look(node.state, this.rule.bounded);
            yield this.did({ line: 'goal', node, ...(looked.goal ? { end: 'found', path: this.path(node), cost: node.g } : {}) });
            for (const move of looked.moves) yield this.#try(node, move);
            if (this.made >= MOST) return yield this.did({ line: 'while', node, end: 'full' });
        }
        yield this.did({ line: 'fail', end: 'fail' });
    }

    #try(from, { word, cost, state, scene, bound }) {
        const g = from.g + cost;
        const known = this.nodes.get(state);
        const step = { node: from, word, next: known ?? { state, scene, h: bound ?? 0, g }, fresh: !known };
        if (this.within !== null && g > this.within) return this.did({ ...step, line: 'within' });
        if (bound === null) return this.did({ ...step, line: 'dead' });
        if (known && !(this.rule.relaxes && g < known.g)) return this.did({ ...step, line: 'seen' });
        const set = { g, from, word };
        if (!known) {
            const node = this.#add(state, scene, bound, set);
            return this.did({ ...step, line: 'put', next: node }, { node, put: this.#place(node) });
        }
        const was = { g: known.g, from: known.from, word: known.word };
        const changes = [{ node: known, set, was }];
        const place = this.open.indexOf(known);
        if (place >= 0) changes.unshift({ node: known, take: place });
        // Where it belongs is known once it is out and has its new cost.
        const rest = this.open.filter((other) => other !== known);
        const after = rest.findIndex((other) => this.rule.first({ ...known, ...set }, other) < 0);
        changes.push({ node: known, put: after < 0 ? rest.length : after });
        return this.did({ ...step, line: 'put', cheaper: was.g }, ...changes);
    }
}

export function search(text, start, kind) {
    const rule = SEARCHES[kind];
    return rule.made ? new rule.made(text, start) : new BestFirst(text, start, rule);
}
