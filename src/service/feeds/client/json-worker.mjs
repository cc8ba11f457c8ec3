// Parses one text after another in a worker thread, and posts each group of items when it is requested, so that the
// receiver can do other work between two of them.
import { parentPort } from 'node:worker_threads';
import { divideJson, TooManyValuesError } from './parse-json.mjs';

/** @typedef {import('./response-parser.ts').ParserMessage} ParserMessage */

/** @type {Iterator<ParserMessage> | undefined} */
let parts;

/** @param {Uint8Array} bytes @returns {Generator<ParserMessage, undefined>} */
function* partsOf(bytes) {
  const { frame, groups } = divideJson(bytes);
  yield { kind: 'frame', part: frame() };
  for (const { list, part } of groups) yield { kind: 'items', list, part: part() };
}

/** @returns {ParserMessage} */
function nextPart() {
  try {
    const { value } = parts?.next() ?? {};
    return value ?? { kind: 'end' };
  } catch (error) {
    return error instanceof TooManyValuesError
      ? { kind: 'tooLarge', reason: error.message }
      : { kind: 'invalid' };
  }
}

parentPort?.on('message', (/** @type {Uint8Array | 'next'} */ request) => {
  if (request !== 'next') parts = partsOf(request);
  parentPort?.postMessage(nextPart());
});
