// What of a canvas is on show: zoomed by the wheel, by two fingers, by keys or buttons, and moved by dragging. A point of the canvas is
// its own coordinate times the zoom, plus where the corner lies.

const LARGEST = 24;
const STILL = 5; // pixels that a finger may slip in a click

export class Camera {
    // `onChange()`: to draw anew; `onClick(x, y)`: a click at a point of the picture. Where `grab(x, y)` is true, one finger does not move the
    // picture, but something in it: `drag(x, y)` is called as it goes on, `drop()` in the end.
    constructor(canvas, { onChange, onClick, grab = () => false, drag = () => {}, drop = () => {} }) {
        Object.assign(this, { canvas, onChange, onClick, grab, drag, drop, zoom: 1, x: 0, y: 0, holds: false });
        this.fingers = new Map(); // pointers that are down: where they are
        this.slipped = 0;
        canvas.addEventListener('pointerdown', (event) => this.#down(event));
        canvas.addEventListener('pointermove', (event) => this.#move(event));
        canvas.addEventListener('pointerup', (event) => this.#up(event));
        canvas.addEventListener('pointercancel', (event) => {
            this.fingers.delete(event.pointerId);
            this.#letGo();
        });
        // A page that scrolls under the mouse must go on: the wheel is for the graph once one has clicked there, or with Control.
        canvas.addEventListener('wheel', (event) => {
            if (!event.ctrlKey && document.activeElement !== canvas) return;
            event.preventDefault();
            this.zoomBy(2 ** (-event.deltaY / (event.ctrlKey ? 100 : 300)), this.#point(event));
        }, { passive: false });
    }

    reset() {
        Object.assign(this, { zoom: 1, x: 0, y: 0 });
        this.#settle();
    }

    // From a point of the canvas to one of the picture.
    toPicture(x, y) {
        return [(x - this.x) / this.zoom, (y - this.y) / this.zoom];
    }

    // `at` stays where it is; the middle, where none is given.
    zoomBy(factor, at = [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2]) {
        const zoom = Math.min(LARGEST, Math.max(1, this.zoom * factor));
        const [px, py] = this.toPicture(...at);
        Object.assign(this, { zoom, x: at[0] - px * zoom, y: at[1] - py * zoom });
        this.#settle();
    }

    pan(dx, dy) {
        this.x += dx;
        this.y += dy;
        this.#settle();
    }

    // Brings a point of the picture to where it is seen.
    show(px, py) {
        const [w, h] = [this.canvas.clientWidth, this.canvas.clientHeight];
        const [x, y] = [px * this.zoom + this.x, py * this.zoom + this.y];
        const edge = 30;
        if (x > edge && x < w - edge && y > edge && y < h - edge) return;
        if (this.zoom > 1) this.pan(w / 2 - x, h / 2 - y);
    }

    // No edge of the picture comes inside the canvas.
    #settle() {
        const [w, h] = [this.canvas.clientWidth, this.canvas.clientHeight];
        this.x = Math.min(0, Math.max(w - w * this.zoom, this.x));
        this.y = Math.min(0, Math.max(h - h * this.zoom, this.y));
        this.canvas.style.touchAction = this.zoom > 1 ? 'none' : 'pan-y';
        this.onChange();
    }

    #point({ clientX, clientY }) {
        const frame = this.canvas.getBoundingClientRect();
        return [clientX - frame.left, clientY - frame.top];
    }

    #down(event) {
        this.fingers.set(event.pointerId, this.#point(event));
        this.canvas.setPointerCapture(event.pointerId);
        if (this.fingers.size === 1) this.slipped = 0;
        else this.#letGo();
        this.holds = this.fingers.size === 1 && this.grab(...this.toPicture(...this.#point(event)));
        if (this.holds) event.preventDefault();
    }

    #move(event) {
        const before = this.fingers.get(event.pointerId);
        if (!before) return;
        const now = this.#point(event);
        const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
        this.fingers.set(event.pointerId, now);
        const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
        this.slipped += Math.hypot(dx, dy);
        if (this.holds) {
            this.drag(...this.toPicture(...now));
        } else if (other) {
            const apart = (point) => Math.max(20, Math.hypot(point[0] - other[0], point[1] - other[1]));
            this.zoomBy(apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
        } else if (this.slipped > STILL && this.zoom > 1) {
            this.pan(dx, dy);
        }
    }

    #letGo() {
        if (this.holds) this.drop();
        this.holds = false;
    }

    #up(event) {
        const alone = this.fingers.size === 1 && !this.holds;
        this.#letGo();
        if (!this.fingers.delete(event.pointerId) || !alone || this.slipped > STILL) return;
        this.onClick(...this.toPicture(...this.#point(event)), this.#point(event));
    }
}
