// The steps of a search, forwards and backwards: what was done is kept and done again, or undone. A search is a generator of steps
// over this; only what one has stepped over is asked for.
import * as api from './api.js';

export const MOST = 5000; // states that one search keeps here

export class Course {
    // A step is {line, node, …, changes}; a change {node, list, put, take, set, was}: a place in a list, or members of the node.
    constructor(text, start) {
        Object.assign(this, { text, start });
        const within = text.match(/^\s*within\s+(\d+)/m);
        this.within = within ? Number(within[1]) : null;
        this.steps = [];
        this.at = 0; // how many of them are done
        this.count = 0; // expanded
        this.made = 0; // states
        this.course = this.run();
    }

    get step() { return this.steps[this.at - 1] ?? null; }
    get isOver() { return Boolean(this.step?.end); }
    get expanded() { return this.step?.expanded ?? 0; }
    get seen() { return this.step?.seen ?? 0; }

    // One line further. false: it is over.
    async forward() {
        if (this.isOver) return false;
        if (this.at < this.steps.length) {
            for (const change of this.steps[this.at].changes) this.#apply(change);
        } else {
            const { value, done } = await this.course.next();
            if (done) return false;
            this.steps.push(value);
        }
        this.at++;
        return true;
    }

    back() {
        if (!this.at) return false;
        for (const change of [...this.step.changes].reverse()) this.#revert(change);
        this.at--;
        return true;
    }

    // To where the next state is about to be taken, or to the end.
    async toNext() {
        let moved = false;
        while (await this.forward()) {
            if (this.step.line === 'take' && moved) {
                this.back();
                return true;
            }
            moved = true;
        }
        return moved;
    }

    backToLast() {
        if (!this.back()) return false;
        while (this.at && this.steps[this.at].line !== 'take') this.back();
        return true;
    }

    // To a number of steps, or to the end.
    async goTo(step) {
        while (this.at > step && this.back());
        while (this.at < step && await this.forward());
    }

    // From the start to a node.
    path(node) {
        return node.from ? [...this.path(node.from), node] : [node];
    }

    look(state, bounded = false) {
        return api.moves(this.text, state, undefined, bounded);
    }

    #apply({ node, list = this.open, put, take, set }) {
        if (take !== undefined) list.splice(take, 1);
        if (set) Object.assign(node, set);
        if (put !== undefined) list.splice(put, 0, node);
    }

    #revert({ node, list = this.open, put, take, was }) {
        if (put !== undefined) list.splice(put, 1);
        if (was) Object.assign(node, was);
        if (take !== undefined) list.splice(take, 0, node);
    }

    did(step, ...changes) {
        changes.forEach((change) => this.#apply(change));
        return { ...step, changes, expanded: this.count, seen: this.made };
    }
}
