import { parentPort } from 'node:worker_threads';
import { worker } from './worker.js';

parentPort.on('message', worker((message) => parentPort.postMessage(message)));
