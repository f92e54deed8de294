// The other side of engine.js: carries out one request after the other. Puzzles are known by the numbers that the engine gave them.
import { openModule } from './module.js';

// `post` sends a message to the engine. Returns what receives one.
export function worker(post) {
    const puzzles = new Map(); // number: {recipe, own, other, facts}; `other` is for starts that come with a request
    let module = null;
    let current = 0; // the request that is carried out

    function open({ pairs, body }) {
        const facts = module.call('open', 0, pairs, body);
        if (facts.error) throw facts.error;
        return facts;
    }

    function find({ puzzle, recipe }) {
        let found = puzzles.get(puzzle);
        if (!found) {
            const facts = open(recipe);
            found = { recipe, own: facts.puzzle, other: 0, facts };
            puzzles.set(puzzle, found);
        }
        return found;
    }

    // The handle to use. What it has learned in earlier searches helps the later ones.
    function handleFor(request) {
        const found = find(request);
        if (request.start === undefined) return found.own;
        found.other ||= open(found.recipe).puzzle;
        const { error } = module.call('with', found.other, [['start', request.start], ...request.limits]);
        if (error) throw error;
        return found.other;
    }

    function free(puzzle) {
        const { own, other } = puzzles.get(puzzle) ?? { own: 0, other: 0 };
        puzzles.delete(puzzle);
        [own, other].forEach((handle) => module.free(handle));
        return {};
    }

    function carryOut(request) {
        if (request.name === 'free') return free(request.puzzle);
        if (request.name === 'bytes') return { bytes: module.bytes() };
        if (request.name === 'open') return find(request).facts;
        const answer = module.call(request.name, request.puzzle ? handleFor(request) : 0, request.pairs, request.body);
        if (answer.error) throw answer.error;
        return answer;
    }

    // An error of the library is an object; anything else that is thrown is a fault, after which the module cannot be trusted.
    return (request) => {
        try {
            if (request.compiled) {
                module = openModule(request.compiled, (progress) => post({ id: current, progress }));
                return;
            }
            current = request.id;
            post({ id: request.id, answer: carryOut(request) });
        } catch (error) {
            post({ id: request.id, ...(error instanceof Error ? { fault: String(error.message || error) } : { error }) });
        }
    };
}
