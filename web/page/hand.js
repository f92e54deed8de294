// What people do on the board: play legal moves (click, arrow keys, or by name), or arrange the start (exchange
// two cells, or put a piece into one).
import * as api from './api.js';
import { renamed, sameThings } from './board.js';
import { Drag } from './drag.js';
import { t } from './language.js';
import { by, changedCells, element, formatState, parseState } from './text.js';

const SHOWN_MOVES = 48;
const ARROWS = { ArrowUp: 0, ArrowDown: 1, ArrowLeft: 2, ArrowRight: 3 };
const STEPS = [[0, -1], [0, 1], [-1, 0], [1, 0]];

// What the puzzle calls up, down, left and right.
function directions(text) {
    const names = text.match(/^names\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)/m);
    return names ? names.slice(1) : ['up', 'down', 'left', 'right'];
}

export class Hand {
    // game: {board, text(), info(), state(), start(), play(move), setStart(state), toggle(), looked(goal), say(text)}
    constructor(game) {
        this.game = game;
        this.mode = 'play';
        this.moves = [];
        this.cursor = -1;
        this.selected = -1; // play: the piece of which several moves are possible; arrange: the cell in hand
        this.timer = 0;
        this.asking = false; // the moves of the state on the board are not known yet
        this.waiting = []; // what was done meanwhile
        const place = by('board');
        this.drag = new Drag(place, {
            board: game.board, moves: () => (this.mode === 'play' && !this.asking ? this.moves : []), play: (move) => game.play(move),
        });
        place.addEventListener('click', (event) => this.#pick(game.board.cellAt(event)));
        place.addEventListener('keydown', (event) => this.#key(event));
        place.addEventListener('blur', () => this.#mark());
    }

    setMode(mode) {
        this.mode = mode;
        this.selected = this.cursor = -1;
        by('moves').hidden = mode !== 'play';
        by('palette').hidden = mode !== 'arrange';
        this.refresh();
    }

    // The board shows another state: its moves are asked for, not while a solution plays.
    refresh(playing = false) {
        this.selected = -1;
        this.moves = [];
        clearTimeout(this.timer);
        this.request?.abort();
        this.#asks(this.mode === 'play' && !playing);
        if (this.mode === 'arrange') this.#palette();
        if (this.asking) this.timer = setTimeout(() => this.#ask(), this.waiting.length ? 0 : 60);
        else this.waiting = [];
    }

    // While the moves are asked for, those in the list are of an earlier state.
    #asks(asking) {
        this.asking = asking;
        by('moves').setAttribute('aria-busy', String(asking));
    }

    // Does something with the moves as soon as they are known, so that quick fingers lose nothing.
    #when(act) {
        if (!this.asking) act();
        else if (this.waiting.length < 8) this.waiting.push(act);
    }

    async #ask() {
        const { game } = this;
        const state = game.state();
        if (game.isLarge()) {
            this.#asks(false);
            return this.#say('');
        }
        if (!state) {
            this.#asks(false);
            return this.#say(t('This puzzle has no start yet: write one under Start.'));
        }
        this.request = new AbortController();
        try {
            const answer = await api.moves(game.text(), state, this.request.signal);
            if (game.state() !== state || this.mode !== 'play') return;
            const { pieces } = game.info();
            const names = sameThings(answer.scene, game.board.scene);
            this.moves = answer.moves.map((move) => ({
                ...move, scene: renamed(move.scene, names), cells: changedCells(state, move.state, pieces),
            }));
            this.#asks(false);
            this.#list(answer.goal);
            while (!this.asking && this.waiting.length) this.waiting.shift()();
        } catch (error) {
            if (api.isAbort(error)) return;
            this.#asks(false);
            this.waiting = [];
            this.#say(error.message);
        }
    }

    #say(text) {
        by('board-help').textContent = text;
        by('moves').replaceChildren();
    }

    #list(goal) {
        const clickable = this.moves.some((move) => move.cells.length);
        const how = clickable ? t('Click a piece, press an arrow key, or choose:') : t('Choose a move:');
        this.#say(goal ? t('Solved: this is a goal.') : this.moves.length ? how : t('No move is possible here.'));
        this.game.looked(goal);
        const chips = this.moves.slice(0, SHOWN_MOVES).map((move) => element('button', {
            type: 'button', class: 'chip', 'data-word': move.word, onclick: () => this.#when(() => this.#byName(move.word)),
        }, move.word));
        by('moves').replaceChildren(...chips);
        if (this.moves.length > SHOWN_MOVES) {
            by('moves').append(element('span', { class: 'note' }, t('and {n} more', { n: this.moves.length - SHOWN_MOVES })));
        }
        this.#mark();
    }

    #mark() {
        const focused = document.activeElement === by('board');
        const among = this.selected >= 0 && this.mode === 'play' ? this.#movesOf(this.selected) : [];
        const targets = [...new Set(among.flatMap((move) => move.cells))].filter((cell) => cell !== this.selected);
        const cursor = this.selected >= 0 ? this.selected : focused ? this.cursor : -1;
        this.game.board.mark({ cursor, targets });
        for (const chip of by('moves').querySelectorAll('.chip')) {
            chip.classList.toggle('likely', among.some((move) => move.word === chip.dataset.word));
        }
    }

    // Marks a move that would be good.
    suggest(word) {
        this.#when(() => {
            const move = this.moves.find((each) => each.word === word);
            if (!move) return;
            this.game.board.mark({ targets: move.cells });
            for (const chip of by('moves').querySelectorAll('.chip')) chip.classList.toggle('likely', chip.dataset.word === word);
        });
    }

    #byName(word) {
        const move = this.moves.find((each) => each.word === word);
        if (move) this.game.play(move);
    }

    #movesOf(cell) {
        return this.moves.filter((move) => move.cells.includes(cell));
    }

    #pick(cell) {
        if (cell < 0) return;
        this.cursor = cell;
        if (this.mode === 'arrange') this.#pickToArrange(cell);
        else this.#when(() => this.#pickToPlay(cell));
    }

    // A cell as a move names it: its number on a single row, else ROW,COLUMN.
    #nameOf(cell) {
        const { rows } = parseState(this.game.state(), this.game.info().pieces);
        const columns = rows[0].length;
        return rows.length === 1 ? String(cell + 1) : `${Math.floor(cell / columns) + 1},${(cell % columns) + 1}`;
    }

    // A piece with one move makes it; of several, the one that is named after the cell, or else a second click says
    // where to.
    #pickToPlay(cell) {
        const both = this.selected >= 0 ? this.#movesOf(this.selected).filter((move) => move.cells.includes(cell)) : [];
        let fitting = cell !== this.selected && both.length ? both : this.#movesOf(cell);
        const named = fitting.filter(({ word }) => word.endsWith(`@${this.#nameOf(cell)}`));
        if (named.length === 1 && fitting.length > 1 && this.selected < 0) fitting = named;
        if (cell === this.selected) this.selected = -1;
        else if (fitting.length === 1) return this.game.play(fitting[0]);
        else this.selected = fitting.length ? cell : -1;
        this.#mark();
    }

    #pickToArrange(cell) {
        if (!this.game.info()?.editable) return;
        if (this.selected < 0 || this.selected === cell) {
            this.selected = this.selected === cell ? -1 : cell;
            this.#palette();
        } else {
            const places = this.#exchange(this.selected, cell);
            if (!places) return this.game.say(by('board-help').textContent = t('There is no room for that block there.'));
            this.#edit((cells) => {
                const before = [...cells];
                for (const [from, to] of places) cells[to] = before[from];
            });
        }
    }

    // Where the contents of cells go when what is at `from` goes to `to`, as pairs: a block of several cells goes as a whole, and
    // what it displaces comes to the cells that it leaves. null: it would leave the board, or tear another block apart.
    #exchange(from, to) {
        const { board } = this.game;
        const { rows } = parseState(this.game.start(), this.game.info().pieces);
        const columns = rows[0].length;
        const place = (cell) => [Math.floor(cell / columns), cell % columns];
        const shifted = (cell, [down, right]) => {
            const [row, column] = place(cell);
            const there = [row + down, column + right];
            return there[0] >= 0 && there[0] < rows.length && there[1] >= 0 && there[1] < columns ? there[0] * columns + there[1] : -1;
        };
        const other = board.blockAt(to);
        const block = board.blockAt(from);
        // A single cell that goes to a block stands for what the block is to go to.
        if (block.length === 1 && other.length > 1) return this.#exchange(to, from);
        const by = [place(to)[0] - place(from)[0], place(to)[1] - place(from)[1]];
        const targets = block.map((cell) => shifted(cell, by));
        if (targets.includes(-1)) return null;
        const displaced = targets.filter((cell) => !block.includes(cell));
        const left = block.filter((cell) => !targets.includes(cell));
        const sorted = (cells) => [...cells].sort((a, b) => a - b);
        const pairs = sorted(displaced).map((cell, i) => [cell, sorted(left)[i]]);
        const together = displaced.length === other.length && displaced.every((cell) => other.includes(cell)) &&
            new Set(pairs.map(([here, there]) => here - there)).size === 1;
        if (!together && displaced.some((cell) => board.blockAt(cell).length > 1)) return null;
        return [...block.map((cell, i) => [cell, targets[i]]), ...pairs];
    }

    // Changes the start: `change` gets its cells in reading order and its values.
    #edit(change) {
        const state = parseState(this.game.start(), this.game.info().pieces);
        const cells = state.rows.flat();
        change(cells, state.values);
        let at = 0;
        const rows = state.rows.map((row) => row.map(() => cells[at++]));
        this.selected = -1;
        this.game.setStart(formatState({ rows, values: state.values }));
    }

    #palette() {
        const info = this.game.info();
        const palette = by('palette');
        by('board-help').textContent = !info?.editable
            ? t('This start is not a board of cells: write it as text under Start.')
            : this.selected < 0 ? t('Click two cells to exchange them, or one cell and then a piece.')
                : t('Choose a piece for the marked cell, or click another cell to exchange them.');
        if (!info?.editable) return palette.replaceChildren();
        const { rows, values } = parseState(this.game.start(), info.pieces);
        const cells = rows.flat();
        const pieces = cells.length ? info.pieces.map((piece) => element('button', {
            type: 'button', class: 'chip piece', disabled: this.selected < 0,
            'aria-pressed': String(this.selected >= 0 && cells[this.selected] === piece),
            onclick: () => { const cell = this.selected; this.#edit((all) => { all[cell] = piece; }); },
        }, piece)) : [];
        const variables = (info.variables || []).map(({ name, values: possible }) => {
            const current = values.find((value) => value.name === name)?.value;
            const options = possible.map((value) => element('option', { value, selected: value === current }, value));
            if (!possible.includes(current)) options.unshift(element('option', { value: '', selected: true }, current ?? ''));
            return element('label', { class: 'variable' }, `${name} `, element('select', {
                onchange: (event) => this.#edit((_, all) => {
                    const old = all.find((value) => value.name === name);
                    if (old) old.value = event.target.value;
                    else all.push({ name, value: event.target.value });
                }),
            }, ...options));
        });
        palette.replaceChildren(...pieces, ...variables);
        this.game.board.mark({ cursor: this.selected >= 0 ? this.selected : this.cursor });
    }

    #key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const direction = ARROWS[event.key];
        if (this.mode === 'play' && event.key === ' ') this.game.toggle();
        else if (event.key === 'Escape' && this.selected >= 0) this.#pick(this.selected);
        else if (this.mode === 'play' && direction !== undefined && !event.shiftKey) this.#when(() => this.#arrow(direction));
        else if (direction !== undefined) this.#walk(STEPS[direction]);
        else if (event.key === 'Enter' || event.key === ' ') this.#pick(this.cursor);
        else if (this.mode === 'arrange' && this.cursor >= 0 && this.game.info()?.pieces.includes(event.key)) {
            const cell = this.cursor;
            this.#edit((cells) => { cells[cell] = event.key; });
        } else return;
        event.preventDefault();
    }

    #walk(step) {
        const { board } = this.game;
        this.cursor = this.cursor < 0 ? board.cells()[0] ?? -1 : board.neighbour(this.cursor, step);
        if (this.mode === 'arrange') board.mark({ cursor: this.cursor, targets: this.selected >= 0 ? [this.selected] : [] });
        else this.#mark();
        const cells = parseState(this.game.state(), this.game.info().pieces).rows.flat();
        this.game.say(t('Cell {n}: {piece}', { n: this.cursor + 1, piece: cells[this.cursor] ?? '' }));
    }

    // The move in that direction, if there is only one, of the selected piece where one is.
    #arrow(direction) {
        const name = directions(this.game.text())[direction];
        const among = this.selected >= 0 ? this.#movesOf(this.selected) : this.moves;
        const fitting = among.filter(({ word }) => {
            const bare = word.split(/[@#]/)[0];
            return bare === name || bare.endsWith(`-${name}`);
        });
        if (fitting.length === 1) this.game.play(fitting[0]);
        else if (fitting.length > 1) this.game.say(t('Several pieces can move that way: choose one with Shift and the arrow keys, then Enter.'));
        else if (this.cursor < 0 && !this.moves.some(({ word }) => word.includes(name))) this.#walk(STEPS[direction]);
    }
}
