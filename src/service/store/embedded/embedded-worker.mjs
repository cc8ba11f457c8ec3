// Runs PGlite in a worker thread: its WebAssembly blocks the thread during each statement, and permanently after some
// failures. Plain JavaScript because workers are loaded from their source file, including in tests.
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DurableFolder } from './durable-folder.mjs';
import { PreparedStatements } from './prepared-statements.mjs';

/** @typedef {import('./embedded-protocol.ts').Message} Message */
/** @typedef {import('./embedded-protocol.ts').Request} Request */
/** @typedef {import('./embedded-protocol.ts').EngineOptions} EngineOptions */

/** @type {EngineOptions} */
const { folder, image, parameters, textTypes } = workerData;

// Most of the engine's functions are never called. Checking them all takes a fifth of its start.
setFlagsFromString('--wasm-lazy-validation');
// Each optimizing thread takes up to 50 MB, of which much is never returned to the system.
setFlagsFromString('--wasm-num-compilation-tasks=1');

/** @param {string} text */
const asText = (text) => text;
// Set at startup for the elements of arrays, and again with each statement because PGlite overrides those of array types.
const parsers = Object.fromEntries(textTypes.map((type) => [type, asText]));

/** @param {Message} message */
function post(message) {
  parentPort?.postMessage(message);
}

/** @param {string} line */
function watchServerLog(line) {
  const [, failure] = / (?:PANIC|FATAL): {2}(.*)/.exec(line) ?? [];
  if (failure !== undefined) post({ kind: 'failed', reason: failure });
  return true;
}

/** @param {unknown} error @returns {import('./embedded-protocol.ts').PostedError} */
function postedError(error) {
  if (!(error instanceof Error)) return { message: `the database engine failed: ${String(error)}` };
  const { message } = error;
  const { severity, code, detail, where } = /** @type {Record<string, string | undefined>} */ (
    /** @type {unknown} */ (error)
  );
  return { message, severity, code, detail, where };
}

/** @param {PGlite} pglite @param {PreparedStatements} statements @param {Request} request */
async function handleRequest(pglite, statements, { id, text, parameters, rowMode, blob }) {
  try {
    if (parameters === undefined) {
      await pglite.exec(text);
      post({ kind: 'result', id, result: { rows: [], fields: [], affectedRows: 0 } });
      return;
    }
    const options = { parsers, ...(rowMode && { rowMode }), ...(blob && { blob: new Blob([blob]) }) };
    const { rows, fields, affectedRows } = await statements.query(text, parameters, options);
    post({ kind: 'result', id, result: { rows, fields, affectedRows } });
  } catch (error) {
    post({ kind: 'error', id, error: postedError(error) });
  }
}

/** @param {PGlite} pglite */
async function close(pglite) {
  await pglite.close();
  post({ kind: 'closed' });
  parentPort?.close();
}

/** The image as PGlite reads it. Reading the bytes of other blobs copies them in small parts, which takes a fifth of the start. */
class ImageBlob extends Blob {
  /** @override */
  async arrayBuffer() {
    return image?.buffer ?? new ArrayBuffer(0);
  }
}

async function start() {
  const pglite = await PGlite.create({
    ...(folder !== undefined && { fs: new DurableFolder(folder) }),
    ...(image && { loadDataDir: new ImageBlob([]) }),
    parsers,
    startParams: [...PGlite.defaultStartParams, ...parameters.flatMap((setting) => ['-c', setting])],
    onStderr: watchServerLog,
  });
  const statements = new PreparedStatements(pglite);
  parentPort?.on('message', (/** @type {Request | 'close'} */ request) => {
    if (request === 'close') void close(pglite);
    else void handleRequest(pglite, statements, request);
  });
  post({ kind: 'ready' });
}

start().catch((error) => post({ kind: 'failed', reason: postedError(error).message }));
