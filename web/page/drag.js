// Dragging on the board: a piece that is pulled goes along the move that leads it nearest to where the pointer is. What a move does to
// a piece is read off its picture, so that nothing here knows any puzzle.

const NEAR = 0.75; // a move fits when its end is nearer to the pointer than this part of the way

// Where a thing goes by a move, in cells; null: nowhere.
function shiftOf(thing, move) {
    const after = move.scene?.shapes.find((shape) => shape.key === thing.key);
    if (!after) return null;
    const shift = [after.x - thing.x, after.y - thing.y];
    return Math.hypot(...shift) > 0.05 ? shift : null;
}

export class Drag {
    // hand: {board, moves(), play(move)}; `place` is the element around the board.
    constructor(place, hand) {
        this.hand = hand;
        this.held = null; // {thing, from, choices}
        this.dragged = false;
        place.addEventListener('pointerdown', (event) => this.#take(event));
        place.addEventListener('pointermove', (event) => this.#pull(event));
        place.addEventListener('pointerup', (event) => this.#drop(event));
        place.addEventListener('pointercancel', () => this.#leave());
        // A finger on a piece that can move does not scroll the page.
        place.addEventListener('touchstart', (event) => { if (this.#choices(event.touches[0]).length) event.preventDefault(); }, { passive: false });
        // What was a drag is no click.
        place.addEventListener('click', (event) => {
            if (!this.dragged) return;
            this.dragged = false;
            event.stopImmediatePropagation();
        }, { capture: true });
    }

    // [{move, shift}, …] of the thing under the pointer.
    #choices(event) {
        const thing = this.hand.board.thingAt(event);
        if (!thing) return [];
        return this.hand.moves().map((move) => ({ move, thing, shift: shiftOf(thing, move) })).filter(({ shift }) => shift);
    }

    #take(event) {
        this.dragged = false;
        this.#leave();
        if (event.button !== 0) return;
        const choices = this.#choices(event);
        if (choices.length) this.held = { thing: choices[0].thing, from: this.hand.board.point(event), choices, pointer: event.pointerId, target: event.currentTarget };
    }

    // The move that fits best, and how much of its way was pulled.
    #best(event) {
        const [x, y] = this.hand.board.point(event);
        const pull = [x - this.held.from[0], y - this.held.from[1]];
        let best = null;
        for (const choice of this.held.choices) {
            const [dx, dy] = choice.shift;
            const off = Math.hypot(pull[0] - dx, pull[1] - dy);
            const part = (pull[0] * dx + pull[1] * dy) / (dx * dx + dy * dy);
            if (part > 0 && (!best || off < best.off)) best = { ...choice, off, part: Math.min(1, part) };
        }
        return { best, pull };
    }

    #pull(event) {
        if (!this.held || event.pointerId !== this.held.pointer) return;
        const { best, pull } = this.#best(event);
        if (Math.hypot(...pull) > 0.15) {
            if (!this.dragged) this.held.target.setPointerCapture(event.pointerId);
            this.dragged = true;
        }
        const [dx, dy] = best && this.dragged ? best.shift.map((each) => each * best.part) : [0, 0];
        this.hand.board.shift(this.held.thing, dx, dy);
    }

    #drop(event) {
        if (!this.held || event.pointerId !== this.held.pointer) return;
        const { best, pull } = this.#best(event);
        const fits = this.dragged && best && best.off < NEAR * Math.max(Math.hypot(...pull), Math.hypot(...best.shift));
        this.#leave();
        if (fits) this.hand.play(best.move);
    }

    #leave() {
        if (!this.held) return;
        this.hand.board.shift(this.held.thing, 0, 0);
        this.held = null;
    }
}
