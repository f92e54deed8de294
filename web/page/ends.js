// From both ends: breadth-first from the start and from the goals, a whole layer at a time, until a state was seen from both. Where that
// happens first, both layers together are a shortest path: had there been a shorter one, they would have met before.
import * as api from './api.js';
import { Course, MOST } from './course.js';
import { t } from './language.js';

export const lines = () => [
    ['open', 0, t('open ← the start; open′ ← the goals')],
    ['goal', 0, t('if the start is a goal: return the empty path')],
    ['while', 0, t('while neither is empty:')],
    ['side', 1, t('choose the side where fewer states wait, for a whole layer')],
    ['take', 2, t('s ← the oldest state of the layer; take it out')],
    ['for', 2, t('for each move from s to n (on the side of the goals: from n to s):')],
    ['seen', 3, t('if n was seen from this side: skip it')],
    ['put', 3, t('g(n) ← g(s) + 1; put n into the open of this side')],
    ['meet', 3, t('if n was seen from the other side: return the path through n')],
    ['fail', 0, t('return: there is no path')],
];

const byText = (a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : a.state < b.state ? -1 : Number(a.state > b.state));

export class FromBothEnds extends Course {
    constructor(text, start) {
        super(text, start);
        this.lists = [[], []]; // from the start, from the goals
        this.seenFrom = [new Map(), new Map()];
    }

    // Of the side that is at work.
    get open() { return this.lists[this.step?.side ?? 0]; }

    #add(side, state, scene, values) {
        const node = { number: ++this.made, state, scene, side, ...values };
        this.seenFrom[side].set(state, node);
        return node;
    }

    // The moves of a state, or those that lead to it: {word, cost, state, scene} each.
    async #moves(side, node) {
        const { moves, states } = side ? await api.before(this.text, this.start, node.state) : await this.look(node.state);
        const found = states ? [...states].sort(byText) : moves;
        if (found.some(({ cost }) => cost !== 1)) throw new Error(t('Here moves have costs, and a search from both ends counts moves.'));
        return found;
    }

    // From the start to where both met, and on to the goal: {state, word} each.
    #through(node, other) {
        const [near, far] = node.side ? [other, node] : [node, other];
        const rest = [];
        for (let each = far; each.from; each = each.from) rest.push({ state: each.from.state, word: each.word });
        return [...this.path(near), ...rest];
    }

    async *run() {
        const looked = await this.look(this.start);
        const { states } = await api.before(this.text, this.start);
        const start = this.#add(0, looked.state, looked.scene, { g: 0, from: null, word: '' });
        const goals = states.map(({ state, scene }) => this.#add(1, state, scene, { g: 0, from: null, word: '' }));
        yield this.did({ line: 'open', node: start, side: 0, goals: goals.length }, { node: start, list: this.lists[0], put: 0 },
            ...goals.map((node, i) => ({ node, list: this.lists[1], put: i })));
        yield this.did({ line: 'goal', node: start, side: 0, ...(looked.goal ? { end: 'found', path: [start], cost: 0 } : {}) });
        while (this.lists[0].length && this.lists[1].length) {
            const side = this.lists[1].length < this.lists[0].length ? 1 : 0;
            const layer = this.lists[side].length;
            yield this.did({ line: 'side', side, waiting: [layer, this.lists[1 - side].length] });
            for (let i = 0; i < layer; i++) {
                yield* this.#expand(side);
                if (this.made >= MOST) return yield this.did({ line: 'while', side, end: 'full' });
            }
        }
        yield this.did({ line: 'fail', side: 0, end: 'fail' });
    }

    async *#expand(side) {
        const list = this.lists[side];
        const [node] = list;
        this.count++;
        yield this.did({ line: 'take', node, side }, { node, list, take: 0 });
        for (const { word, state, scene } of await this.#moves(side, node)) {
            const known = this.seenFrom[side].get(state);
            if (known) {
                yield this.did({ line: 'seen', node, side, word, next: known });
                continue;
            }
            const next = this.#add(side, state, scene, { g: node.g + 1, from: node, word });
            yield this.did({ line: 'put', node, side, word, next, fresh: true }, { node: next, list, put: list.length });
            const other = this.seenFrom[1 - side].get(state);
            if (!other) continue;
            const cost = next.g + other.g;
            const end = this.within !== null && cost > this.within ? 'far' : 'found';
            yield this.did({ line: 'meet', node: next, side, end, path: this.#through(next, other), cost, other });
        }
    }
}
