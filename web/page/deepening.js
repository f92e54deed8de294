// IDA*: depth-first search within a threshold for f = g + h, again and again with the next larger one. Nothing is remembered but the path, so
// that states come more than once.
import { Course } from './course.js';
import { t } from './language.js';

const MOST_TRIED = 20000;

export const lines = (within) => [
    ['threshold', 0, t('threshold ← h(start); later, the least f that was above it')],
    ['open', 0, t('open ← the start, with g = 0')],
    ['while', 0, t('while open is not empty:')],
    ['take', 1, t('s ← the newest state of open; take it out')],
    ['goal', 1, t('if s is a goal: return the path to s')],
    ['for', 1, t('for each move from s to a state n:')],
    ...(within === null ? [] : [['within', 2, t('if g(s) + cost is more than {within}: skip it', { within })]]),
    ['dead', 2, t('if h(n) says that no goal can be reached: skip it')],
    ['above', 2, t('if g(s) + cost + h(n) is above the threshold: skip it')],
    ['seen', 2, t('if n lies on the path to s: skip it')],
    ['put', 2, t('g(n) ← g(s) + cost; n comes from s; put n into open')],
    ['again', 0, t('if some f was above the threshold: begin again')],
    ['fail', 0, t('return: there is no path')],
];

export class Deepening extends Course {
    constructor(text, start) {
        super(text, start);
        this.open = [];
        this.known = new Map(); // what was asked for
    }

    get threshold() { return this.step?.threshold ?? null; }

    did(step, ...changes) {
        return { ...super.did(step, ...changes), threshold: this.most };
    }

    async #look(state) {
        if (!this.known.has(state)) this.known.set(state, await this.look(state, true));
        return this.known.get(state);
    }

    async *run() {
        const first = await this.#look(this.start);
        this.most = first.bound ?? 0;
        while (true) {
            this.above = Infinity;
            yield this.did({ line: 'threshold' });
            this.numbered = 1;
            this.made++;
            const start = { number: 1, state: first.state, scene: first.scene, h: first.bound ?? 0, g: 0, from: null, word: '' };
            yield this.did({ line: 'open', node: start }, { node: start, put: 0 });
            while (this.open.length) {
                const [node] = this.open;
                this.count++;
                yield this.did({ line: 'take', node }, { node, take: 0 });
                const looked = await this.#look(node.state);
                yield this.did({ line: 'goal', node, ...(looked.goal ? { end: 'found', path: this.path(node), cost: node.g } : {}) });
                for (const move of looked.moves) yield this.#try(node, move);
                if (this.made >= MOST_TRIED) return yield this.did({ line: 'while', node, end: 'full' });
            }
            if (this.above === Infinity) return yield this.did({ line: 'fail', end: 'fail' });
            yield this.did({ line: 'again', above: this.above });
            this.most = this.above;
        }
    }

    #try(from, { word, cost, state, scene, bound }) {
        const node = { state, scene, h: bound ?? 0, g: from.g + cost, from, word };
        const step = { node: from, word, next: node, fresh: true };
        if (this.within !== null && node.g > this.within) return this.did({ ...step, line: 'within' });
        if (bound === null) return this.did({ ...step, line: 'dead' });
        const f = node.g + node.h;
        if (f > this.most) {
            this.above = Math.min(this.above, f);
            return this.did({ ...step, line: 'above', f });
        }
        const before = this.path(from).find((each) => each.state === state);
        if (before) return this.did({ ...step, line: 'seen', next: before, fresh: false });
        node.number = ++this.numbered;
        this.made++;
        return this.did({ ...step, line: 'put' }, { node, put: 0 });
    }
}
