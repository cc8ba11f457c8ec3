import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Assembly, type Part, parseJson, revive, TooManyValuesError } from './parse-json.mjs';

/** What the worker posts for each request. */
export type ParserMessage =
  | { readonly kind: 'frame'; readonly part: Part }
  | { readonly kind: 'items'; readonly list: number; readonly part: Part }
  | { readonly kind: 'end' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'tooLarge'; readonly reason: string };

/** In bytes. Smaller texts are parsed in a few milliseconds. */
const SMALL = 64 * 1024;
/** Of the heap of the worker. It holds one group of items at a time; the text is outside of the heap. */
const WORKER_MB = 128;
/** The worker ends when it has been idle for as long, which frees its memory. In milliseconds. */
const IDLE_MS = 10_000;

/**
 * Parses the JSON of responses losslessly: numbers that JavaScript may not represent exactly are LosslessNumber. What is nested
 * deeper than 64 levels, and items of lists with more than 10,000 values or 1 MB, become empty. Large texts are parsed in
 * a worker with a memory limit, one after the other.
 */
class ResponseParser {
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  /** Uses up `bytes`. Throws SyntaxError, TooManyValuesError, or the signal's reason. */
  async parse(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<unknown> {
    if (bytes.length <= SMALL) return parseJson(bytes);
    const parsing = this.queue.then(() => this.parseInWorker(bytes, signal));
    this.queue = parsing.catch(() => undefined);
    return await parsing;
  }

  private async parseInWorker(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    clearTimeout(this.idle);
    const worker = this.worker ?? startWorker();
    this.worker = worker;
    try {
      worker.ref();
      let assembly: Assembly | undefined;
      let message = await exchange(worker, bytes, signal);
      while (message.kind === 'frame' || message.kind === 'items') {
        const value = revive(message.part);
        if (message.kind === 'frame') assembly = new Assembly(value);
        else assembly?.add(message.list, value);
        message = await exchange(worker, 'next', signal);
      }
      if (message.kind === 'tooLarge') throw new TooManyValuesError(message.reason);
      if (message.kind === 'invalid') throw new SyntaxError('invalid JSON');
      worker.unref();
      this.idle = setTimeout(() => this.end(), IDLE_MS).unref();
      return assembly?.value;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  private end(): void {
    void this.worker?.terminate();
    this.worker = undefined;
  }
}

/** Sends a request to the worker, and resolves with its message. Rejects if the worker fails. */
async function exchange(
  worker: Worker,
  request: Uint8Array<ArrayBuffer> | 'next',
  signal: AbortSignal,
): Promise<ParserMessage> {
  const received = once(worker, 'message', { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    // Nothing but the memory limit ends it.
    throw new TooManyValuesError('too many values', { cause: error });
  });
  worker.postMessage(request, request === 'next' ? [] : [request.buffer]);
  const [message] = (await received) as [ParserMessage];
  return message;
}

function startWorker(): Worker {
  return new Worker(new URL('./json-worker.mjs', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MB },
  });
}

/** Shared by all clients, so that at most one large text is parsed at a time. */
export const responseParser = new ResponseParser();
