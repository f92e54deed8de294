// Puts the page together: the puzzle at hand, its start, the line of states that the player steps along (made by
// hand or by a search), and who must hear of it when one of them changes.
import * as api from './api.js';
import { Board } from './board.js';
import * as chooser from './chooser.js';
import * as compare from './compare.js';
import * as editor from './editor.js';
import * as graph from './graph.js';
import { Hand } from './hand.js';
import { Player } from './player.js';
import * as result from './result.js';
import { choice, tabs } from './tabs.js';
import { by, element, number, bytes, plural, save, seconds } from './text.js';
import { whenChanged } from './theme.js';
import * as watch from './watch.js';

const NEW_PUZZLE = `title   My puzzle
board   1 x 5
pieces  a b .
move    any direction:  a . -> . a
move    any direction:  b . -> . b
move    swap:           a b -> b a
start   a a . b b
goal    b b . a a
`;

const puzzle = { name: '', text: '', builtin: null, info: null };
let line = { states: [], scenes: [], words: [], solved: false };
let run = null; // the search at work
let shortest = null; // the length of a solution from this start, once known
const undone = []; // earlier starts

const board = new Board(document.querySelector('#board svg'));
const say = (text) => { by('say').textContent = text; };

const game = {
    board,
    say,
    text: () => puzzle.text,
    info: () => puzzle.info,
    state: () => line.states[player.index],
    start: () => puzzle.info?.start,
    toggle: () => player.toggle(),
    play: playMove,
    setStart: (state) => changeStart(state),
    goal: reachedByHand,
};

const player = new Player(showState);
const hand = new Hand(game);
player.onPause = () => hand.refresh();
graph.connect(game);
compare.connect(game);

// ---- The board and the line of states

async function showState(index, quick = false) {
    const shown = line;
    // A very long solution comes without its pictures: they are asked for one by one.
    if (!line.scenes[index]) {
        const { scene } = await api.scene(puzzle.text, line.states[index]);
        shown.scenes[index] = scene;
        if (line !== shown || player.index !== index) return;
    }
    board.pace = quick ? 90 : Math.min(260, player.pace * 0.8);
    board.show(line.scenes[index], { name: line.states[index] });
    result.follow(line.solved ? index : 0);
    hand.refresh(player.playing);
    by('start-here').disabled = index === 0;
    by('undo').disabled = line.solved || (index === 0 && !undone.length);
    if (line.solved && index === player.length && index > 0) say(`Goal reached after ${plural(index, 'move')}.`);
}

function setLine(next, index = 0, animate = false) {
    line = next;
    player.load(line.words, index);
    const empty = !line.scenes[index];
    by('board-empty').hidden = !empty;
    if (empty) {
        board.clear();
        by('board-empty').textContent = 'This puzzle has no start. Write one as text, or into its rules.';
    } else {
        board.show(line.scenes[index], { animate, name: line.states[index] });
    }
    by('start-here').disabled = index === 0;
    by('undo').disabled = line.solved || (index === 0 && !undone.length);
    hand.refresh();
}

// A move by hand goes on from the state on the board; what came after it in the line is dropped.
function playMove(move) {
    player.pause();
    const at = player.index;
    if (line.solved && line.states[at + 1] === move.state) return player.go(at + 1);
    const cut = (list, last) => [...list.slice(0, at + 1), last];
    const words = [...line.words.slice(0, at), move.word];
    if (line.solved) result.clear();
    line = { states: cut(line.states, move.state), scenes: cut(line.scenes, move.scene), words, solved: false };
    player.load(words, at);
    player.go(at + 1);
    say(move.word);
}

function reachedByHand(goal) {
    if (!goal || line.solved || player.index === 0) return;
    const count = player.index;
    const best = shortest === null ? '' : count === shortest ? ' That is the fewest.' : ` The fewest is ${shortest}.`;
    by('board-help').textContent = `Solved by hand in ${count} ${count === 1 ? 'move' : 'moves'}.${best}`;
    say(by('board-help').textContent);
}

by('undo').addEventListener('click', () => {
    if (hand.mode === 'play' && player.index > 0) {
        player.pause();
        const at = player.index - 1;
        player.go(at);
        line = { states: line.states.slice(0, at + 1), scenes: line.scenes.slice(0, at + 1), words: line.words.slice(0, at), solved: false };
        player.load(line.words, at);
        by('undo').disabled = at === 0 && !undone.length;
    } else if (undone.length) {
        changeStart(undone.pop(), { keep: false });
    }
});
by('start-here').addEventListener('click', () => changeStart(game.state()));

// ---- The puzzle and its start

function setPuzzle(info) {
    puzzle.info = info;
    forgetResult();
    const title = info.title || puzzle.name || 'Puzzle';
    by('puzzle-title').textContent = title;
    document.title = `${title} – fewest`;
    by('start-text').value = info.start ?? '';
    const { algorithms } = info;
    const wanted = by('algorithm').value;
    by('algorithm').replaceChildren(...algorithms.map(({ name }) => element('option', { value: name, selected: name === wanted }, name)));
    by('algorithm').dataset.meanings = JSON.stringify(Object.fromEntries(algorithms.map(({ name, meaning }) => [name, meaning])));
    explainAlgorithm();
    graph.offer(algorithms);
    compare.offer(algorithms);
    watch.offer(info.statistics);
    allowSolving();
    setLine({ states: info.start ? [info.start] : [], scenes: info.scene ? [info.scene] : [], words: [], solved: false });
}

function allowSolving() {
    const { info } = puzzle;
    by('solve').disabled = !info?.goal || !info?.start;
}

function forgetResult() {
    shortest = null;
    result.clear();
    watch.clear();
    graph.clear();
    compare.clear();
}

const explainAlgorithm = () => {
    const meaning = JSON.parse(by('algorithm').dataset.meanings || '{}')[by('algorithm').value] || '';
    by('algorithm-note').textContent = puzzle.info?.goal === false ? 'This puzzle has no goal: add one to its rules.' : meaning;
};
by('algorithm').addEventListener('change', explainAlgorithm);

// `Klotski: bring the large block …` below the title `Klotski` says the name twice.
function withoutTitle(summary, title) {
    const [, name, rest] = summary.match(/^(?:The )?([^:]+): (.+)$/) || [];
    return rest && title.toLowerCase().startsWith(name.toLowerCase()) ? rest[0].toUpperCase() + rest.slice(1) : summary;
}

async function choosePuzzle(name, builtin) {
    try {
        const { text } = await api.puzzle(name);
        const info = await api.check(text);
        stopRun();
        Object.assign(puzzle, { name, text, builtin });
        undone.length = 0;
        editor.setText(text);
        chooser.mark(builtin);
        by('puzzle-summary').textContent = withoutTitle(builtin?.summary || '', info.title);
        note('');
        setPuzzle(info);
        say(`${info.title || name} is on the board.`);
    } catch (error) {
        note(`${error.message} ${error.hint || ''}`, true);
    }
}

let typing = 0;
let checking = null;
editor.onInput((text) => {
    clearTimeout(typing);
    checking?.abort();
    typing = setTimeout(async () => {
        checking = new AbortController();
        try {
            const info = await api.check(text, undefined, checking.signal);
            stopRun();
            Object.assign(puzzle, { text, builtin: null, name: puzzle.name || 'puzzle' });
            by('puzzle-summary').textContent = 'Your own rules.';
            chooser.mark(null);
            undone.length = 0;
            editor.setMistake(null);
            note('');
            setPuzzle(info);
        } catch (error) {
            if (api.isAbort(error)) return;
            editor.setMistake(error);
            by('solve').disabled = true; // what is on the board is not what is written
        }
    }, 250);
});

function savePuzzle() {
    save(`${puzzle.name || 'puzzle'}.few`, editor.text());
}
by('save-puzzle').addEventListener('click', savePuzzle);
by('new-puzzle').addEventListener('click', () => {
    puzzle.name = 'my-puzzle';
    editor.setText(NEW_PUZZLE);
    by('text').dispatchEvent(new Event('input'));
    by('text').focus();
});

function note(text, bad = false) {
    by('start-note').textContent = text;
    by('start-note').classList.toggle('bad', bad);
}

// `keep`: so that Undo leads back.
async function changeStart(state, { keep = true, told = '' } = {}) {
    const before = puzzle.info?.start;
    try {
        const info = await api.check(puzzle.text, state);
        if (keep && before) undone.push(before);
        stopRun();
        setPuzzle(info);
        note(told);
    } catch (error) {
        note(`${error.message} ${error.hint || ''}`, true);
        hand.refresh();
    }
}

async function askStart(how, query = {}) {
    const buttons = document.querySelectorAll('#start-random, #start-hardest, #start-depth button');
    buttons.forEach((button) => { button.disabled = true; });
    note(how === 'random' ? '' : 'Exploring the space…');
    try {
        const answer = await api.newStart(puzzle.text, { how, start: how === 'random' ? undefined : puzzle.info?.start, ...query });
        const away = answer.depth === undefined || answer.depth === null ? ''
            : how === 'hardest' ? `The hardest there is: ${plural(answer.depth, 'move')} from a goal.` : how === 'depth' ? `${plural(answer.depth, 'move')} away.` : '';
        await changeStart(answer.start, { told: away });
    } catch (error) {
        note(`${error.message} ${error.hint || ''}`, true);
    }
    buttons.forEach((button) => { button.disabled = false; });
}

by('start-random').addEventListener('click', () => askStart('random', { seed: Math.floor(Math.random() * 2 ** 31) }));
by('start-hardest').addEventListener('click', () => askStart('hardest'));
by('start-depth').addEventListener('submit', (event) => {
    event.preventDefault();
    askStart('depth', { depth: by('depth').value, seed: Math.floor(Math.random() * 2 ** 31) });
});
by('start-form').addEventListener('submit', (event) => {
    event.preventDefault();
    changeStart(by('start-text').value.trim());
});
by('start-reset').addEventListener('click', () => changeStart(undefined));

// ---- Searching

function stopRun() {
    if (run !== null) api.stop(run).catch(() => {});
}

function setRunning(on) {
    by('solve').hidden = on;
    by('stop').hidden = !on;
    by('running').hidden = !on;
    by('running').textContent = on ? 'Searching…' : '';
    document.body.classList.toggle('searching', on);
}

async function solve() {
    if (run !== null) return;
    const asked = { text: puzzle.text, start: puzzle.info.start };
    result.clear();
    watch.begin();
    const focused = document.activeElement === by('solve');
    setRunning(true);
    if (focused) by('stop').focus();
    let mine = null;
    try {
        mine = run = await api.solve(asked.text, { start: asked.start, algorithm: by('algorithm').value });
        const answer = await api.follow(run, (report) => {
            if (!isCurrent(asked)) return;
            watch.progress(report);
            by('running').textContent = `${number(report.expanded)} expanded · ${bytes(report.bytes)} · ${seconds(report.seconds)}`;
        });
        if (isCurrent(asked)) finish(answer, mine);
    } catch (error) {
        if (isCurrent(asked)) result.fail(error);
    }
    run = null;
    setRunning(false);
    if (focused || document.activeElement === document.body) by(line.solved ? 'play' : 'solve').focus({ preventScroll: true });
}

const isCurrent = ({ text, start }) => text === puzzle.text && start === puzzle.info?.start;

function finish(answer, id) {
    if (answer.status === 'solved') {
        shortest = answer.length;
        if (answer.states) setLine({ states: answer.states, scenes: answer.scenes || [board.scene], words: answer.moves, solved: true });
    }
    say(result.show(answer, { run: id, go: (index) => { player.pause(); player.go(index); }, savePuzzle }));
}

by('solve').addEventListener('click', solve);
by('stop').addEventListener('click', () => {
    by('running').textContent = 'Stopping…';
    stopRun();
});

// ---- Tabs and beginning

tabs(document.querySelector('#choose [role=tablist]'), (id) => {
    document.body.classList.toggle('writing', id === 'tab-rules');
    if (id === 'tab-list') allowSolving();
    else if (editor.text() !== puzzle.text) by('text').dispatchEvent(new Event('input'));
});
tabs(document.querySelector('#views [role=tablist]'), () => {
    watch.redraw();
    graph.redraw();
});
choice(document.querySelector('#stage [role=radiogroup]'), (id) => {
    player.pause();
    if (id === 'mode-arrange') player.go(0);
    hand.setMode(id === 'mode-arrange' ? 'arrange' : 'play');
});
whenChanged(() => graph.redraw());

async function begin() {
    try {
        const builtins = await api.puzzles();
        chooser.fill(builtins, choosePuzzle);
        const first = builtins.find(({ name }) => name === 'eight') || builtins[0];
        await choosePuzzle(first.example || first.name, first);
    } catch (error) {
        by('puzzle-title').textContent = 'fewest';
        by('board-empty').hidden = false;
        by('board-empty').textContent = `${error.message} ${error.hint || ''}`;
    }
}
begin();
