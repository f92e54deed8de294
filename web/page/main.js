// Puts the page together: the puzzle at hand, its start, the line of states that the player steps along (made by
// hand or by a search), and who must hear of it when one of them changes. All of that is in the address of the page, too,
// so that a link leads here and Back leads back.
import * as api from './api.js';
import * as best from './best.js';
import { Board, drawing, renamed, sameThings } from './board.js';
import * as chooser from './chooser.js';
import * as compare from './compare.js';
import * as editor from './editor.js';
import * as explore from './explore.js';
import * as files from './files.js';
import * as graph from './graph.js';
import { Hand } from './hand.js';
import { t } from './language.js';
import * as maze from './maze.js';
import * as own from './own.js';
import * as play from './play.js';
import { Player } from './player.js';
import * as result from './result.js';
import * as steps from './steps.js';
import { choice, tabs } from './tabs.js';
import { by, element, number, bytes, plural, save, seconds } from './text.js';
import { whenChanged } from './theme.js';
import * as visit from './visit.js';
import { mark } from './visit.js';
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

// `own`: its number among the puzzles of one's own, or null; `first`: its start as it is written, where that is known.
// `written`: something was typed here; `others`: another page has changed it since.
const puzzle = { name: '', text: '', builtin: null, own: null, info: null, first: undefined, written: false, others: false };
let line = { states: [], scenes: [], words: [], solved: false };
let run = null; // the search at work
const undone = []; // earlier puzzles and starts
let redone = []; // moves by hand that were taken back, the last one last
let order = 0; // of what was asked for: an answer to an earlier question changes nothing any more

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
    hasGoal: () => Boolean(puzzle.info?.goal),
    suggest: (word) => hand.suggest(word),
    typed: () => editor.text(), // perhaps not checked yet
    rewrite: (text) => { editor.setText(text); typed(text); },
    // The moves of the state on the board are known, and whether it is a goal.
    isLarge: () => isLarge(),
    mark,
    looked: (goal) => play.follow({ made: line.solved || hand.mode !== 'play' ? 0 : player.index, goal }),
};

const player = new Player(showState);
const hand = new Hand(game);
player.onPause = () => {
    hand.refresh();
    mark();
};
graph.connect(game);
compare.connect(game);
explore.connect(game);
maze.connect(game);
steps.connect(game);
play.connect(game);

// ---- The board and the line of states

async function showState(index, quick = false) {
    const shown = line;
    if (isLarge()) return showLarge(index);
    // A very long solution comes without its pictures: they are asked for one by one.
    if (!line.scenes[index]) {
        const { scene } = await api.scene(puzzle.text, line.states[index]);
        shown.scenes[index] = scene;
        if (line !== shown || player.index !== index) return;
    }
    board.pace = quick ? 90 : Math.min(260, player.pace * 0.8);
    board.show(line.scenes[index], { name: line.states[index] });
    result.follow(line.solved ? index : 0);
    maze.go(line.solved ? index : 0);
    hand.refresh(player.playing);
    by('start-here').disabled = index === 0;
    allowUndo();
    if (line.solved && index === player.length && index > 0) say(t('Goal reached after {moves}.', { moves: plural(index, 'move') }));
    mark();
}

function showLarge(index) {
    maze.go(line.solved ? index : 0);
    result.follow(line.solved ? index : 0);
    allowUndo();
    mark();
}

// A board that is not drawn as shapes: mazes of that size have a canvas.
const LARGE = 40000; // cells
const isLarge = () => puzzle.info?.rows * puzzle.info?.columns > LARGE;

function setLine(next, index = 0, animate = false) {
    line = next;
    player.load(line.words, index);
    const empty = !line.scenes[index] || isLarge();
    by('board-empty').hidden = !empty;
    if (line.scenes[index] && isLarge()) {
        board.clear();
        by('board-empty').textContent = by('tab-maze').hidden ? t('This board is too large to draw.') : t('This board is large: see it below, under Maze.');
    } else if (empty) {
        board.clear();
        by('board-empty').textContent = t('This puzzle has no start. Write one as text, or into its rules.');
    } else {
        board.show(line.scenes[index], { animate, name: line.states[index] });
    }
    by('start-here').disabled = index === 0;
    allowUndo();
    hand.refresh();
}

function allowUndo() {
    by('undo').disabled = !undone.length && (line.solved || player.index === 0);
    by('redo').disabled = !redone.length || line.solved || player.index < player.length;
    by('hint').disabled = !puzzle.info?.goal || !line.states.length;
}

// A move by hand goes on from the state on the board; what came after it in the line is dropped.
function playMove(move, { again = false } = {}) {
    player.pause();
    const at = player.index;
    if (line.solved && line.states[at + 1] === move.state) return player.go(at + 1);
    if (!again) redone = [];
    const cut = (list, last) => [...list.slice(0, at + 1), last];
    const words = [...line.words.slice(0, at), move.word];
    if (line.solved) result.clear();
    line = { states: cut(line.states, move.state), scenes: cut(line.scenes, move.scene), words, solved: false };
    player.load(words, at);
    player.go(at + 1);
    say(move.word);
}

function takeBack() {
    player.pause();
    const at = player.index - 1;
    redone.push({ word: line.words[at], state: line.states[at + 1], scene: line.scenes[at + 1] });
    player.go(at);
    line = { states: line.states.slice(0, at + 1), scenes: line.scenes.slice(0, at + 1), words: line.words.slice(0, at), solved: false };
    player.load(line.words, at);
    allowUndo();
    mark();
}

by('undo').addEventListener('click', () => {
    if (hand.mode === 'play' && player.index > 0 && !line.solved) takeBack();
    else if (undone.length) load(undone.pop(), { keep: false });
});
by('redo').addEventListener('click', () => {
    if (redone.length) playMove(redone.pop(), { again: true });
});
by('start-here').addEventListener('click', () => changeStart(game.state()));

// ---- The puzzle and its start

function setPuzzle(info) {
    puzzle.info = info;
    by('imported').hidden = !info.imported;
    forgetResult();
    const title = info.title || puzzle.name || t('Puzzle');
    by('puzzle-title').textContent = title;
    by('puzzle-summary').textContent = puzzle.builtin ? withoutTitle(puzzle.builtin.summary || '', title) : t('Your own rules.');
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
    showGoal(info);
    steps.refresh();
    if (!maze.take(puzzle.text, info) && view === 'maze') showView(0);
    setLine({ states: info.start ? [info.start] : [], scenes: info.scene ? [info.scene] : [], words: [], solved: false });
}

// What the goal looks like, where it is a drawing.
function showGoal({ goal_scene: scene, goal_whole: isWhole }) {
    const figure = by('goal');
    figure.querySelector('svg')?.remove();
    figure.hidden = !scene;
    if (!scene) return;
    const picture = drawing(scene, t('The goal'));
    figure.querySelector('figcaption').textContent = isWhole ? t('Goal') : t('Goal; the rest is free');
    const { width, height } = picture.viewBox.baseVal;
    figure.classList.toggle('wide', width > 3 * height);
    figure.append(picture);
}

function allowSolving() {
    const { info } = puzzle;
    by('solve').disabled = !info?.goal || !info?.start;
}

function forgetResult() {
    redone = [];
    best.settle(puzzle.text);
    play.clear();
    result.clear();
    watch.clear();
    graph.clear();
    compare.clear();
    explore.clear();
}

const explainAlgorithm = () => {
    const meaning = JSON.parse(by('algorithm').dataset.meanings || '{}')[by('algorithm').value] || '';
    by('algorithm-note').textContent = puzzle.info?.goal === false ? t('This puzzle has no goal: add one to its rules.') : t(meaning);
};
by('algorithm').addEventListener('change', explainAlgorithm);

// `Klotski: bring the large block …` below the title `Klotski` says the name twice.
function withoutTitle(summary, title) {
    const [, name, rest] = summary.match(/^(?:The )?([^:]+): (.+)$/) || [];
    return rest && title.toLowerCase().startsWith(name.toLowerCase()) ? rest[0].toUpperCase() + rest.slice(1) : summary;
}

const told = ({ message, hint }) => (hint ? `${message.replace(/[.:]?$/, '.')} ${hint}` : message);

// What Undo leads back to.
const snapshot = () => ({ name: puzzle.name, builtin: puzzle.builtin, own: puzzle.own, text: puzzle.own ? editor.text() : puzzle.text, start: startAtHand() });

// undefined: the start as it is written in the rules.
function startAtHand() {
    const start = puzzle.info?.start;
    return start === puzzle.first ? undefined : start;
}

function remember() {
    if (puzzle.text) undone.push(snapshot());
}

// Puts a puzzle on the board: {name, builtin, own, text, start}; a built-in one need not have a text. `keep`: so that Undo
// leads back; `push`: so that Back does.
async function load(wanted, { keep = true, push = true } = {}) {
    const ticket = ++order;
    let text = wanted.text;
    let why = ''; // it is not quite as wanted
    clearTimeout(typing);
    try {
        text ??= (await api.puzzle(wanted.name)).text;
        let info;
        try {
            info = await api.check(text, wanted.start);
        } catch (error) {
            if (wanted.start === undefined || error.where !== 'start') throw error;
            info = await api.check(text);
            why = told(error);
        }
        if (ticket !== order) return false;
        if (keep) remember();
        take({ ...wanted, text });
        puzzle.first = wanted.start === undefined || why ? info.start : puzzle.first;
        setPuzzle(info);
        note(why, Boolean(why));
        say(t('{name} is on the board.', { name: info.title || puzzle.name }));
        mark({ push });
        return true;
    } catch (error) {
        if (ticket !== order) return false;
        if (wanted.builtin || error.where !== 'puzzle') note(told(error), true);
        else takeWrong({ ...wanted, text }, error, { keep, push });
        return false;
    }
}

function take({ name, builtin = null, own: id = null, text, start }) {
    stopRun();
    if (id && !own.find(id)) own.keep({ id, name, text, start });
    chooser.refresh();
    if (text !== puzzle.text) puzzle.first = undefined;
    Object.assign(puzzle, { name, text, builtin, own: id, written: false, others: false });
    if (editor.text() !== text) editor.setText(text);
    editor.setMistake(null);
    by('remove-puzzle').disabled = !id;
    chooser.mark({ builtin, own: id, name });
}

// Rules with a mistake: they are in the editor, and there is no board.
function takeWrong(wanted, error, { keep, push }) {
    if (keep) remember();
    take(wanted);
    puzzle.info = null;
    by('imported').hidden = true;
    puzzle.first = undefined;
    steps.refresh();
    maze.take('', null);
    showGoal({});
    forgetResult();
    setLine({ states: [], scenes: [], words: [], solved: false });
    by('board-empty').textContent = t('These rules have a mistake: see Rules.');
    by('start-text').value = '';
    by('puzzle-title').textContent = own.titleOf(wanted.text) || wanted.name || t('Puzzle');
    by('puzzle-summary').textContent = t('Your own rules.');
    by('solve').disabled = true;
    showPanel(1);
    editor.setMistake(error);
    mark({ push });
}

const choosePuzzle = (name, builtin) => load({ name, builtin });

function chooseOwn(id) {
    const entry = own.find(id);
    if (entry) load({ name: entry.name, own: id, text: entry.text, start: entry.start });
}

let typing = 0;
let checking = null;

async function checkTyped(text) {
    const ticket = ++order;
    checking = new AbortController();
    try {
        const info = await api.check(text, undefined, checking.signal);
        if (ticket !== order) return;
        stopRun();
        Object.assign(puzzle, { text, first: info.start });
        editor.setMistake(null);
        note('');
        setPuzzle(info);
    } catch (error) {
        if (api.isAbort(error) || ticket !== order) return;
        editor.setMistake(error);
        by('solve').disabled = true; // what is on the board is not what is written
    }
    mark();
}

// What is typed is kept at once, mistakes and all. The first change makes a puzzle of one's own of a built-in one.
function typed(text) {
    order++;
    clearTimeout(typing);
    checking?.abort();
    if (!puzzle.own) becomeOwn();
    keepOwn(text);
    puzzle.written = true;
    typing = setTimeout(() => checkTyped(text), 250);
}
editor.onInput(typed);

function becomeOwn() {
    remember();
    Object.assign(puzzle, { builtin: null, own: own.newId(), name: puzzle.name || 'puzzle' });
    by('puzzle-summary').textContent = t('Your own rules.');
    by('remove-puzzle').disabled = false;
    mark({ push: true });
}

function keepOwn(text, start) {
    if (puzzle.others) Object.assign(puzzle, { own: own.newId(), others: false }); // theirs stays what it is
    isKept = own.keep({ id: puzzle.own, name: puzzle.name, text, start });
    if (!isKept) note('');
    chooser.refresh();
    chooser.mark(puzzle);
}

// What was written on two pages is kept twice.
own.onOthers((id) => {
    if (id === puzzle.own && own.find(id) && own.find(id).text !== editor.text()) {
        puzzle.others = true;
        if (puzzle.written) keepOwn(editor.text(), startAtHand());
        mark();
    }
    chooser.refresh();
    chooser.mark(puzzle);
});

by('as-rules').addEventListener('click', async () => {
    try {
        game.rewrite((await api.rules(editor.text())).text);
        by('text').focus();
    } catch (error) {
        note(told(error), true);
    }
});
by('save-puzzle').addEventListener('click', savePuzzle);
function savePuzzle() {
    save(`${puzzle.name || 'puzzle'}.few`, puzzle.builtin ? puzzle.text : editor.text());
}
by('new-puzzle').addEventListener('click', () => {
    addOwn('my-puzzle', NEW_PUZZLE);
    by('text').focus();
});
by('remove-puzzle').addEventListener('click', () => {
    const { name, text } = snapshot();
    own.remove(puzzle.own);
    chooser.refresh();
    puzzle.own = null;
    by('remove-puzzle').disabled = true;
    undone.push({ name, text, own: own.newId() }); // Undo brings it back
    allowUndo();
    note(t('Removed from your puzzles. Undo brings it back.'));
});

function addOwn(name, text) {
    const id = own.withText(text)?.id ?? own.newId();
    isKept = own.keep({ id, name, text });
    chooser.refresh();
    return load({ name, own: id, text });
}
files.connect({
    open: (name, text) => addOwn(name.replace(/\.[^.]*$/, '') || 'puzzle', text),
    fail: (message) => note(message, true),
});

let isKept = true; // what is written here; where the browser refuses to, that is told whenever nothing else is

function note(text, bad = false) {
    const lost = !text && puzzle.own !== null && !isKept;
    by('start-note').textContent = lost ? t('This browser keeps no more puzzles: save this one as a file.') : text;
    by('start-note').classList.toggle('bad', bad || lost);
}

// `state` undefined: the start as it is written in the rules.
async function changeStart(state, { note: said = '' } = {}) {
    const ticket = ++order;
    try {
        const info = await api.check(puzzle.text, state);
        if (ticket !== order) return;
        remember();
        if (state === undefined) puzzle.first = info.start;
        stopRun();
        setPuzzle(info);
        note(said);
        if (puzzle.own) keepOwn(editor.text(), startAtHand());
        mark({ push: true });
    } catch (error) {
        if (ticket !== order) return;
        note(told(error), true);
        hand.refresh();
    }
}

let asking = null; // the search for a start

async function askStart(how, query = {}) {
    const buttons = document.querySelectorAll('#start-random, #start-hardest, #start-depth button');
    const ticket = ++order;
    const focused = document.activeElement;
    asking = new AbortController();
    buttons.forEach((button) => { button.disabled = true; });
    by('start-stop').hidden = how === 'random';
    note(how === 'random' ? '' : t('Exploring the space…'));
    try {
        const answer = await api.newStart(puzzle.text, { how, start: how === 'random' ? undefined : puzzle.info?.start, ...query }, asking.signal);
        const values = { moves: plural(answer.depth ?? 0, 'move') };
        const away = how === 'hardest' ? t('The hardest there is: {moves} from a goal.', values) : how === 'depth' ? t('{moves} away.', values) : '';
        if (ticket === order) await changeStart(answer.start, { note: away });
    } catch (error) {
        if (ticket === order) note(api.isAbort(error) ? t('Stopped.') : told(error), !api.isAbort(error));
    }
    buttons.forEach((button) => { button.disabled = false; });
    by('start-stop').hidden = true;
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
}

by('start-stop').addEventListener('click', () => asking?.abort());
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
    by('running').textContent = on ? t('Searching…') : '';
    document.body.classList.toggle('searching', on);
}

async function solve() {
    if (run !== null) return;
    const asked = { text: puzzle.text, start: puzzle.info.start };
    best.rest();
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
            by('running').textContent = t('{n} expanded', { n: number(report.expanded) }) + ` · ${bytes(report.bytes)} · ${seconds(report.seconds)}`;
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
        redone = [];
        best.tell(puzzle.text, answer);
        maze.follow(answer.moves);
        if (answer.states) setLine({ states: answer.states, scenes: answer.scenes || [board.scene], words: answer.moves, solved: true });
        else if (isLarge()) setLine({ states: [puzzle.info.start], scenes: [puzzle.info.scene], words: answer.moves, solved: true });
        mark({ push: true });
    }
    const proved = { text: puzzle.text, start: startAtHand(), name: puzzle.name || 'puzzle' };
    say(result.show(answer, { run: id, go: (index) => { player.pause(); player.go(index); }, savePuzzle, puzzle: proved }));
}

by('solve').addEventListener('click', solve);
by('stop').addEventListener('click', () => {
    by('running').textContent = t('Stopping…');
    stopRun();
});

// ---- Tabs

// Not by an address, which would be that of another puzzle.
document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    by('stage').focus();
});
const showPanel = tabs(document.querySelector('#choose [role=tablist]'), (id) => {
    document.body.classList.toggle('writing', id === 'tab-rules');
    if (id === 'tab-list') allowSolving();
    else if (puzzle.text && editor.text() !== puzzle.text) checkTyped(editor.text());
    mark();
});
const VIEWS = ['watch', 'steps', 'explore', 'graph', 'maze', 'compare'];
let view = 'watch';
const showView = tabs(document.querySelector('#views [role=tablist]'), (id) => {
    view = id.replace('tab-', '');
    watch.redraw();
    steps.refresh();
    explore.redraw();
    graph.redraw();
    maze.redraw();
    mark({ push: true });
});
choice(document.querySelector('#stage [role=radiogroup]'), (id) => {
    player.pause();
    if (id === 'mode-arrange') player.go(0);
    hand.setMode(id === 'mode-arrange' ? 'arrange' : 'play');
});
whenChanged(() => { graph.redraw(); maze.redraw(); });

// ---- The address

const MOST_MOVES = 400; // made by hand, that an address holds

function atHand() {
    const { info } = puzzle;
    const played = !line.solved && line.words.length > 0 && line.words.length <= MOST_MOVES;
    return {
        puzzle: puzzle.builtin ? puzzle.name : undefined,
        rules: puzzle.builtin ? undefined : editor.text(),
        own: puzzle.own,
        start: info?.start ? startAtHand() : undefined,
        algorithm: by('algorithm').value,
        step: line.solved || (played && player.index < player.length) ? player.index : undefined,
        moves: played ? line.words : undefined,
        view,
        search: steps.atHand(),
        writing: document.body.classList.contains('writing'),
    };
}

// Moves made by hand, again.
async function replay(words, step) {
    const states = [puzzle.info.start];
    const scenes = [puzzle.info.scene];
    const made = [];
    for (const word of words) {
        const answer = await api.moves(puzzle.text, states.at(-1));
        const move = answer.moves.find((each) => each.word === word);
        if (!move) {
            note(t('Not all moves of this link can be made here.'), true);
            break;
        }
        states.push(move.state);
        scenes.push(move.scene ? renamed(move.scene, sameThings(answer.scene, scenes.at(-1))) : undefined);
        made.push(word);
    }
    setLine({ states, scenes, words: made, solved: false }, Math.min(step ?? made.length, made.length));
}

// Shows what an address says. `again`: the page was loaded again, so that what was typed last counts.
const openAddress = (fragment, { again = false } = {}) => visit.open(fragment, async (wanted) => {
    showView(Math.max(0, VIEWS.indexOf(wanted.view)));
    showPanel(wanted.writing ? 1 : 0);
    const stored = wanted.own ? own.find(wanted.own) : null;
    if (wanted.own && !stored && wanted.rules === undefined) throw new Error('This puzzle is not in this browser: only the one it was written in has it.');
    const text = stored && (again || wanted.rules === undefined) ? stored.text : wanted.rules;
    const id = text === undefined ? null : stored?.text === text ? stored.id : own.withText(text)?.id ?? null;
    const builtin = text === undefined ? chooser.builtinOf(wanted.puzzle ?? 'eight') : null;
    const name = text === undefined ? wanted.puzzle ?? builtin?.example ?? builtin?.name ?? '' : stored?.name ?? 'puzzle';
    if (!await load({ name, builtin, own: id, text, start: wanted.start }, { keep: false })) return Boolean(puzzle.text);
    if (wanted.algorithm) by('algorithm').value = wanted.algorithm;
    if (by('algorithm').selectedIndex < 0) by('algorithm').value = 'auto';
    explainAlgorithm();
    if (wanted.moves) await replay(wanted.moves, wanted.step);
    else if (wanted.step !== undefined && !by('solve').disabled) {
        await solve();
        if (line.solved) player.go(wanted.step);
    }
    await steps.open(wanted.search);
    return true;
});

visit.connect({ atHand, isPlaying: () => player.playing || steps.isPlaying(), say, fail: (text) => note(text, true) }, openAddress);
by('algorithm').addEventListener('change', () => mark());

// ---- Beginning

async function begin() {
    try {
        chooser.fill(await api.puzzles(), { builtin: choosePuzzle, own: chooseOwn });
        const again = performance.getEntriesByType('navigation')[0]?.type !== 'navigate';
        if (await openAddress(location.hash, { again })) return;
        const why = by('start-note').textContent;
        await load({ name: 'eight', builtin: chooser.builtinOf('eight') }, { keep: false, push: false });
        note(why, true);
    } catch (error) {
        by('puzzle-title').textContent = 'fewest';
        by('board-empty').hidden = false;
        by('board-empty').textContent = told(error);
    }
}
begin();
