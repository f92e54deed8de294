// Steps along a line of states: play, pause, step, back, speed, a slider, and keys. What a line is, moves of a
// solution or made by hand, is not known here.
import { t } from './language.js';
import { by } from './text.js';

const slider = by('position');

export class Player {
    // `show(index, quick)` puts a state on the board.
    constructor(show) {
        this.show = show;
        this.length = 0; // moves; there is one state more
        this.index = 0;
        this.timer = 0;
        this.words = [];
        this.onPause = () => {};
        slider.addEventListener('input', () => { this.pause(); this.go(Number(slider.value), true); });
        by('first').addEventListener('click', () => { this.pause(); this.go(0); });
        by('last').addEventListener('click', () => { this.pause(); this.go(this.length); });
        by('back').addEventListener('click', () => { this.pause(); this.go(this.index - 1); });
        by('step').addEventListener('click', () => { this.pause(); this.go(this.index + 1); });
        by('play').addEventListener('click', () => this.toggle());
        by('speed').addEventListener('change', () => { if (this.timer) this.#tick(); });
        document.addEventListener('keydown', (event) => this.#key(event));
    }

    // A new line; `index` is where to stand.
    load(words, index = 0) {
        this.pause();
        this.words = words;
        this.length = words.length;
        slider.max = String(this.length);
        this.index = index;
        this.#draw();
    }

    get pace() {
        return 620 / Number(by('speed').value);
    }

    get playing() {
        return this.timer !== 0;
    }

    go(index, quick = false) {
        const next = Math.min(Math.max(index, 0), this.length);
        const moved = next !== this.index;
        this.index = next;
        this.#draw();
        if (moved) this.show(next, quick);
    }

    toggle() {
        if (this.playing) this.pause();
        else this.play();
    }

    play() {
        if (this.length === 0) return;
        if (this.index === this.length) this.go(0);
        this.#tick();
        this.#draw();
    }

    pause() {
        if (!this.timer) return;
        clearTimeout(this.timer);
        this.timer = 0;
        this.#draw();
        this.onPause();
    }

    #tick() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.go(this.index + 1);
            if (this.index < this.length) this.#tick();
            else this.pause();
        }, this.pace);
    }

    #draw() {
        slider.value = String(this.index);
        slider.style.setProperty('--done', `${this.length ? (100 * this.index) / this.length : 0}%`);
        slider.disabled = this.length === 0;
        slider.setAttribute('aria-valuetext', t('move {n} of {all}', { n: this.index, all: this.length }));
        by('count').textContent = this.length ? `${this.index} / ${this.length}` : '';
        by('word').textContent = this.index ? this.words[this.index - 1] : this.length ? t('start') : '';
        by('first').disabled = by('back').disabled = this.index === 0;
        by('last').disabled = by('step').disabled = this.index === this.length;
        by('play').disabled = this.length === 0;
        by('play').setAttribute('aria-label', this.playing ? t('Pause') : t('Play'));
        by('play').querySelector('use').setAttribute('href', this.playing ? '#i-pause' : '#i-play');
    }

    #key(event) {
        if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
        const target = event.target;
        // Fields, lists and the board have uses of their own for these keys; a button has for the space bar.
        if (target.closest('input, textarea, select, [role=tab], [role=radio], canvas, #board')) return;
        if (event.key === ' ' && target.closest('button, a, summary')) return;
        const act = {
            ' ': () => this.toggle(),
            ArrowLeft: () => { this.pause(); this.go(this.index - 1); },
            ArrowRight: () => { this.pause(); this.go(this.index + 1); },
            Home: () => { this.pause(); this.go(0); },
            End: () => { this.pause(); this.go(this.length); },
        }[event.key];
        if (!act || this.length === 0) return;
        event.preventDefault();
        act();
    }
}
