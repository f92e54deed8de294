// The package as it is installed: its files, its types, its examples.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Fewest } from 'fewest';

const here = dirname(fileURLToPath(import.meta.url));
const installed = dirname(createRequire(import.meta.url).resolve('fewest/package.json'));
const types = readFileSync(join(installed, 'src/index.d.ts'), 'utf8');
const fewest = await Fewest.create();
after(() => fewest.close());

// The words of a type, and the members of an interface, as the types name them.
const wordsOf = (name) => types.match(new RegExp(`export type ${name} = ([^;]*);`))[1].split('|').map((word) => word.trim().slice(1, -1));
const membersOf = (name) => [...types.match(new RegExp(`export interface ${name} \\{([^}]*)\\}`))[1].matchAll(/^ {4}(\w+)\??:/gm)].map(([, member]) => member);

test('the types have the words that the library knows', async () => {
    const words = await fewest.words();
    for (const [name, key] of [['Algorithm', 'algorithm'], ['Store', 'remember'], ['Method', 'method'], ['SymmetryUse', 'symmetry'], ['Count', 'count']])
        assert.deepEqual(wordsOf(name), words[key], name);
    assert.equal(words.version, JSON.parse(readFileSync(join(installed, 'package.json'))).version);
});

test('the types have the members that results have', async () => {
    const progress = [];
    const large = await fewest.load('cube-2x3x3');
    await assert.rejects(large.explore({ onProgress(soFar) { progress.push(soFar); throw new Error('seen'); } }), /seen/);
    const puzzle = await fewest.load('eight');
    const [answer, exploration, graph, check] = [await puzzle.solve(), await puzzle.explore({ depth: 3 }), await puzzle.graph({ depth: 1 }), await puzzle.check('u')];
    for (const [name, object] of [['Progress', progress[0]], ['Statistics', answer.statistics], ['Exploration', exploration], ['Graph', graph], ['Check', check],
        ['Layer', answer.statistics.layers[0]], ['Solution', answer.solutions[0]], ['Builtin', (await fewest.builtins())[0]]])
        assert.deepEqual(Object.keys(object).sort(), membersOf(name).sort(), name);
    const named = [...membersOf('Solved extends Outcome, Solution'), ...membersOf('Solution'), 'reason', 'statistics'];
    assert.deepEqual(Object.keys(answer).sort(), named.sort());
    const unsolvable = await puzzle.solve({ start: '1 2 3 / 4 5 6 / 8 7 x' });
    assert.deepEqual(Object.keys(unsolvable).sort(), Object.keys(answer).sort());
});

const compiler = join(here, 'node_modules/typescript/bin/tsc');
test('the types are accepted by the compiler of TypeScript, and refuse what is wrong', { skip: existsSync(compiler) ? false : 'typescript is not there' }, () => {
    const compile = (text) => {
        writeFileSync(join(here, 'typed.mts'), text);
        return spawnSync(process.execPath, [compiler, '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext',
            '--lib', 'es2022,dom,esnext.disposable', '--skipLibCheck', 'false', join(here, 'typed.mts')], { encoding: 'utf8' });
    };
    const good = readFileSync(join(here, 'typed.txt'), 'utf8');
    const done = compile(good);
    assert.equal(done.status, 0, done.stdout);
    for (const wrong of ["await puzzle.solve({ algorithm: 'dfs' });", 'await puzzle.solve({ strategy: 1 });', 'const n: number = answer.length;',
        'await puzzle.check(5);', 'new Puzzle();', "puzzle.title = 'x';"])
        assert.notEqual(compile(`${good}\n${wrong}\n`).status, 0, wrong);
});

test('the examples of the README print what they say', () => {
    const text = readFileSync(join(installed, 'README.md'), 'utf8');
    const examples = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
    assert.ok(examples.length >= 4);
    for (const code of examples) {
        const wanted = [...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
        assert.ok(wanted.length > 0, code);
        const done = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', cwd: here, timeout: 60000 });
        assert.equal(done.stdout, wanted.map((line) => `${line}\n`).join(''), done.stderr);
    }
});
