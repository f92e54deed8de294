// What comes next? Asks which state of the open list the search expands next, and counts the answers that were right at the first click.
import { t } from './language.js';
import { number } from './text.js';

const CARDS = 8;

function shuffled(list) {
    const cards = [...list];
    for (let i = cards.length - 1; i > 0; i--) {
        const k = Math.floor(Math.random() * (i + 1));
        [cards[i], cards[k]] = [cards[k], cards[i]];
    }
    return cards;
}

export class Quiz {
    // page: {ask: its button, act(move), draw(), say(text)}
    constructor(page) {
        Object.assign(this, { page, lane: null, right: 0, asked: 0 });
    }

    get isOn() { return this.lane !== null; }

    toggle(lane) {
        if (this.isOn) {
            this.end();
            return this.page.draw();
        }
        Object.assign(this, { lane, right: 0, asked: 0 });
        this.page.ask.setAttribute('aria-pressed', 'true');
        return this.#goOn('');
    }

    end() {
        if (this.lane) this.lane.asks = undefined;
        this.lane = null;
        this.page.ask.setAttribute('aria-pressed', 'false');
    }

    #score() {
        return this.asked ? t('{right} of {asked} right at the first click.', { right: number(this.right), asked: number(this.asked) }) : '';
    }

    // Expands until there is something to choose from.
    async #goOn(said) {
        const { lane } = this;
        const { search } = lane;
        lane.asks = undefined;
        await this.page.act(async () => {
            do await search.toNext(); while (!search.isOver && search.open.length < 2);
            if (this.lane !== lane) return;
            if (search.isOver) this.end();
            else this.#ask(said);
        });
        if (search.isOver && !this.isOn) this.page.say([said, lane.told(), this.#score()].join(' '));
    }

    #ask(said) {
        const { lane } = this;
        const [next, ...others] = lane.search.open;
        // Those that come soon are harder to tell from the next than those that come late.
        const cards = shuffled([next, ...others.slice(0, CARDS - 1)]);
        lane.asks = { cards, refused: new Set(), choose: (node) => this.#choose(node) };
        this.page.say([said, t('Which state is expanded next? Click it.'), this.#score()].join(' '));
    }

    #choose(node) {
        const { lane } = this;
        const { search, rule, asks } = lane;
        const [next] = search.open;
        const first = asks.refused.size === 0;
        if (rule.value(node) !== rule.value(next)) {
            if (first) this.asked++;
            asks.refused.add(node);
            lane.draw();
            lane.firstCard?.focus();
            this.page.say([t('No, not no. {n}.', { n: node.number }), this.#rule(), this.#score()].join(' '));
            return;
        }
        if (first) {
            this.asked++;
            this.right++;
        }
        const said = node === next ? t('Right, no. {n}: {why}.', { n: next.number, why: rule.why(next) })
            : t('Right: no. {n} is as good as no. {next}, which is taken.', { n: node.number, next: next.number });
        this.#goOn(said).then(() => lane.firstCard?.focus());
    }

    #rule() {
        const { take } = this.lane.rule;
        return t('Look at the line: {line}.', { line: take });
    }
}
