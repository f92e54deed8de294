// What the library could not do.
export class PuzzleError extends Error {
    constructor({ status, limit = null, message, hint = '', text = message, line = 0, column = 0 }) {
        super(message);
        this.name = 'PuzzleError';
        this.status = status;
        this.limit = limit;
        this.hint = hint;
        this.text = text;
        this.line = line || null;
        this.column = column || null;
    }
}
