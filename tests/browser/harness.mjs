// A server of our own for the tests, a browser, and cases that are reported as TAP.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const top = fileURLToPath(new URL('../../', import.meta.url));
const { chromium } = createRequire(`${top}build-browser/`)('playwright-core');
const axe = readFileSync(`${top}build-browser/node_modules/axe-core/axe.min.js`, 'utf8');

// {url, host, port, token, stop()}
export async function serve(...options) {
    const child = spawn(process.env.FEWEST || `${top}build/fewest`, ['serve', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await new Promise((resolve, reject) => {
        let said = '';
        child.stdout.on('data', (data) => {
            said += data;
            const found = said.match(/http:\/\/\S+/);
            if (found) resolve(found[0]);
        });
        child.on('exit', (status) => reject(new Error(`fewest serve ended with ${status}`)));
    });
    const { host, port, pathname } = new URL(url);
    return { url, host, port, token: pathname.split('/')[1], stop: () => child.kill('SIGTERM') };
}

const TYPES = {
    '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.py': 'text/plain',
};

// The same for a folder of files, as the plainest of hosts would have it: under some path, and without any header but the type.
export async function host(folder) {
    const path = '/some/where/';
    const server = http.createServer(async (request, response) => {
        const { pathname } = new URL(request.url, 'http://127.0.0.1');
        const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
        try {
            if (!name.startsWith(path)) throw new Error('another place');
            const data = await readFile(join(folder, normalize(`/${decodeURIComponent(name.slice(path.length))}`)));
            response.writeHead(200, { 'Content-Type': TYPES[extname(name)] || 'application/octet-stream' });
            response.end(data);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
    const url = `http://127.0.0.1:${server.address().port}${path}`;
    return { url, host: new URL(url).host, stop: () => { server.closeAllConnections(); server.close(); } };
}

export const launch = () => chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});

const cases = [];
export const test = (name, body) => cases.push({ name, body });

export function check(truth, message) {
    if (!truth) throw new Error(message);
}

export function equal(found, wanted, what) {
    check(JSON.stringify(found) === JSON.stringify(wanted), `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}

// What a test waits for at most, in milliseconds: long, as other things may run on the machine. A test that passes waits for events only.
export const PATIENCE = 120000;

// Until something is so on a page. (waitForFunction of playwright needs eval, which the page does not allow.)
export async function until(page, body, argument) {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
        if (await page.evaluate(body, argument)) return;
        await page.waitForTimeout(40);
    }
    throw new Error(`it is not so: ${body}`);
}

// Colours change gradually: until they, and whatever else moves, are where they end.
export const settled = (page) => page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime < Infinity);
    await Promise.all(ending.map((each) => each.finished.catch(() => {})));
});

// What axe finds that keeps people out.
export async function violations(page) {
    await settled(page);
    if (!await page.evaluate(() => Boolean(globalThis.axe))) await page.evaluate(axe);
    return page.evaluate(async () => {
        const found = await globalThis.axe.run({ resultTypes: ['violations'] });
        return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
    });
}

// Runs the cases one after the other, each by `around`. The first argument chooses those whose name holds it.
export async function run(around) {
    const only = process.argv[2];
    const chosen = cases.filter(({ name }) => !only || name.includes(only));
    console.log(`1..${chosen.length}`);
    let failed = 0;
    for (const [index, each] of chosen.entries()) {
        const began = Date.now();
        try {
            await around(each);
            console.log(`ok ${index + 1} - ${each.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
        } catch (error) {
            failed++;
            console.log(`not ok ${index + 1} - ${each.name}`);
            for (const line of String(error.stack || error).split('\n').slice(0, 12)) console.log(`# ${line}`);
        }
    }
    return failed;
}
