import { worker } from './worker.js';

const receive = worker((message) => self.postMessage(message));
self.onmessage = ({ data }) => receive(data);
