import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger, FastifyInstance, onRequestHookHandler } from 'fastify';
import { getStream } from '#contract/stream.ts';
import type { Service, ServiceContext } from '#service/config/context.ts';
import { pause, startTask, type Task } from '#service/config/task.ts';
import {
  ChangeReader,
  type LastAdded,
  queryLastAdded,
  readAdded,
  readMarketChanges,
  readRecords,
  requireTopics,
  type StreamChange,
  type Topic,
  topicKey,
  topicsOf,
} from '#service/operations/stream-changes.ts';
import type { BaseUrls } from '#service/server/base-url.ts';
import { OverloadedError } from '#service/server/concurrency-limiter.ts';
import { isTemporaryFailure, sendUnavailable } from '#service/server/errors.ts';
import { POSITION } from '#service/server/headers.ts';
import type { StoreAccess } from '#service/server/store-health.ts';
import { type Position, parsePosition, positionText } from '#service/store/position.ts';
import { type Admission, sendTooManyRequests } from './admission.ts';
import { readInput } from './parse-request.ts';
import { requiredPosition, untilReached } from './serve-operation.ts';

export const STREAM_TYPE = 'text/event-stream';

/** Time between looking for a new position. */
const POLL_MS = 250;
/** Below the timeouts of proxies, and of the service for idle connections. */
const HEARTBEAT_MS = 10_000;
/** A client with as much that it has not read is disconnected. What the operating system buffers does not count. */
const MAX_UNREAD_BYTES = 256 * 1024;
/** Different jettons and pools that are followed at the same time, by all clients. They limit the time of a calculation. */
const MAX_JETTONS = 1_000;
const MAX_MARKET_TOPICS = 1_000;
/** Positions with what had been added by then: about an hour of rounds. */
const MAX_HISTORY = 1_200;
/** Clients of a service that stops reconnect within this time, so that not all of them arrive at once. */
const RECONNECT_MS = { min: 1_000, max: 5_000 };

interface StreamOptions {
  readonly service: Service;
  readonly admission: Admission;
  readonly baseUrls: BaseUrls;
  readonly access: StoreAccess;
  readonly shedLoad: onRequestHookHandler;
  /** Called regularly while there are streams. */
  readonly onActivity: () => void;
  /** Called with the number of open streams. */
  readonly onCount: (count: number) => void;
}

/** Serves the stream of changes, as server-sent events. */
export function serveStream(app: FastifyInstance, options: StreamOptions): void {
  const { service, admission, baseUrls, shedLoad } = options;
  const { streams, streamsPerClient } = service.config;
  const hub = new StreamHub({ ...options, log: app.log });
  app.addHook('preClose', () => hub.close());
  app.get(
    getStream.path,
    { exposeHeadRoute: false, onRequest: [shedLoad, admission.operation(getStream.plan)] },
    async (request, reply) => {
      const value = readInput(request, reply, getStream);
      const client = admission.clientOf(request);
      if (hub.size >= streams) return sendUnavailable(reply, 'overloaded');
      if (streamsPerClient > 0 && hub.sizeOf(client) >= streamsPerClient)
        return sendTooManyRequests(reply, RECONNECT_MS.max);
      const stream = new Stream({
        client,
        baseUrl: baseUrls.forRequest(request),
        topics: topicsOf(value),
        since: parsePosition(request.headers['last-event-id']),
        response: reply.raw,
      });
      const { position, first } = await hub.open(stream, requiredPosition(request));
      reply
        .header('content-type', STREAM_TYPE)
        .header('cache-control', 'no-store')
        .header(POSITION, positionText(position))
        // nginx would buffer events.
        .header('x-accel-buffering', 'no')
        .hijack();
      stream.start(reply.getHeaders() as OutgoingHttpHeaders, position.transaction, first);
      return reply;
    },
  );
}

/** What is sent, with a placeholder for the base URL of the service. */
interface Frame {
  readonly topic: string;
  readonly text: string;
}

/** Stands for the base URL in responses for all clients. */
const anyBaseUrl = `https://${randomUUID()}.invalid`;

function frameOf({ topic, event, data }: StreamChange): Frame {
  return { topic, text: `event: ${event}\ndata: ${JSON.stringify(data)}\n\n` };
}

/**
 * Tells the client from where to resume, in the last event of a position, so that none is lost if the connection breaks before.
 * EventSource shows the ids of events only.
 */
function idLine(position: bigint): string {
  return `id: ${positionText({ transaction: position })}\n`;
}

interface StreamParts {
  readonly client: string;
  readonly baseUrl: string;
  readonly topics: readonly Topic[];
  /** Position of the last events that the client has; undefined if it has none. */
  readonly since: bigint | undefined;
  readonly response: ServerResponse;
}

/** The stream of a client. */
class Stream {
  readonly client: string;
  readonly topics: readonly Topic[];
  readonly baseUrl: string;
  readonly since: bigint;
  readonly response: ServerResponse;
  /** What is to be sent when the response starts, by position. */
  #pending: { readonly position: bigint; readonly parts: readonly (string | Buffer)[] }[] | undefined = [];
  /** Position of the first events. */
  #startedAt = 0n;
  /** Bytes of the connection at the last heartbeat, if the client had not read all. */
  #stalledAt: number | undefined;

  constructor({ client, baseUrl, topics, since = 0n, response }: StreamParts) {
    this.client = client;
    this.baseUrl = baseUrl;
    this.topics = topics;
    this.since = since;
    this.response = response;
  }

  /** Starts the response with `first`, of a position, followed by what is of later ones. */
  start(headers: OutgoingHttpHeaders, position: bigint, first: readonly string[]): void {
    const pending = this.#pending ?? [];
    this.#pending = undefined;
    this.#startedAt = position;
    if (this.response.destroyed) return;
    this.response.writeHead(200, headers);
    this.#write(position, first);
    for (const { position: at, parts } of pending) this.send(at, parts);
  }

  /** Sends changes, whose buffers all clients share, unless the stream has started with them. */
  send(position: bigint, parts: readonly (string | Buffer)[]): void {
    if (this.#pending) this.#pending.push({ position, parts });
    else if (position > this.#startedAt) this.#write(position, parts);
  }

  beat(position: bigint): void {
    if (this.#pending) return;
    const { socket, writableLength } = this.response;
    const written = (socket?.bytesWritten ?? 0) - writableLength;
    if (writableLength > 0 && this.#stalledAt === written) this.response.destroy();
    else this.#write(position > this.#startedAt ? position : this.#startedAt, []);
    this.#stalledAt = writableLength > 0 ? written : undefined;
  }

  /** Disconnects a client that does not read. */
  #write(position: bigint, parts: readonly (string | Buffer)[]): void {
    if (this.response.writableLength > MAX_UNREAD_BYTES) this.response.destroy();
    else
      for (const part of [...parts.slice(0, -1), idLine(position), parts.at(-1) ?? '\n'])
        this.response.write(part);
  }

  end(): void {
    if (this.#pending) return;
    const { min, max } = RECONNECT_MS;
    this.response.end(`retry: ${Math.round(min + Math.random() * (max - min))}\n\n`);
  }
}

type HubOptions = Pick<StreamOptions, 'service' | 'access' | 'onActivity' | 'onCount'> & {
  readonly log: FastifyBaseLogger;
};

/** What a stream starts with, and the position of it. */
interface OpenedStream {
  readonly position: Position;
  readonly first: readonly string[];
}

interface Batch {
  readonly position: bigint;
  readonly added: LastAdded;
  readonly changes: readonly StreamChange[];
}

/** Reads what has changed once for all streams. Runs while there are any, apart from rounds and in any process. */
class StreamHub {
  readonly #service: Service;
  readonly #access: StoreAccess;
  readonly #onActivity: () => void;
  readonly #onCount: (count: number) => void;
  readonly #log: FastifyBaseLogger;
  readonly #caller: { readonly baseUrl: string; readonly proxiesImages: boolean };
  readonly #streams = new Set<Stream>();
  readonly #byTopic = new Map<string, { readonly topic: Topic; readonly streams: Set<Stream> }>();
  readonly #byClient = new Map<string, number>();
  /** The last positions, oldest first. */
  readonly #history: { readonly position: bigint; readonly added: LastAdded }[] = [];
  #reader: ChangeReader;
  #task: Task | undefined;
  #starting: Promise<void> | undefined;
  #polling: Promise<void> = Promise.resolve();
  #isFailing = false;
  #isClosed = false;

  constructor({ service, access, onActivity, onCount, log }: HubOptions) {
    this.#service = service;
    this.#access = access;
    this.#onActivity = onActivity;
    this.#onCount = onCount;
    this.#log = log;
    this.#caller = { baseUrl: anyBaseUrl, proxiesImages: service.config.imageProxy === 'on' };
    this.#reader = new ChangeReader(this.#caller);
  }

  get size(): number {
    return this.#streams.size;
  }

  sizeOf(client: string): number {
    return this.#byClient.get(client) ?? 0;
  }

  /**
   * Adds a stream. Returns what it starts with, among it what has changed since its client's last events, and the position of
   * it, which is at least `required`. Throws NotFoundError, OverloadedError or BehindError.
   */
  async open(stream: Stream, required: bigint): Promise<OpenedStream> {
    this.#add(stream);
    stream.response.once('close', () => this.#remove(stream));
    try {
      this.#starting ??= this.#start();
      await this.#starting;
      // What a running calculation does not read for the new stream is before its position.
      await this.#polling;
      const atLeast = [required, stream.since, this.#position].reduce((a, b) => (a > b ? a : b));
      const opened = await untilReached(this.#service, atLeast, () =>
        this.#read((context, position) => this.#open(context, position, stream)),
      );
      if (this.#isClosed) throw new OverloadedError('the service is stopping');
      return opened;
    } catch (error) {
      this.#remove(stream);
      throw error;
    }
  }

  /** Ends all streams. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.end();
    await this.#task?.stop();
  }

  get #position(): bigint {
    return this.#history.at(-1)?.position ?? 0n;
  }

  #read<Result>(work: (context: ServiceContext, position: Position) => Promise<Result>): Promise<Result> {
    const service = this.#service;
    return this.#access.run(() =>
      service.store.read((db, position) => work({ ...service, store: { db } }, position)),
    );
  }

  /** Starts with the present position. */
  async #start(): Promise<void> {
    try {
      await this.#read(async ({ store }, { transaction }) =>
        this.#record(transaction, await queryLastAdded(store.db)),
      );
    } catch (error) {
      this.#starting = undefined;
      throw error;
    }
    this.#reader = new ChangeReader(this.#caller);
    // Apart from reading, which may have to wait for the store.
    const heartbeats = setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#task = startTask(async (stopped) => {
      for (;;) {
        await pause(POLL_MS, stopped);
        if (stopped.aborted || this.#isClosed || this.#streams.size === 0) break;
        this.#polling = this.#poll();
        await this.#polling;
      }
      clearInterval(heartbeats);
      this.#task = undefined;
      this.#starting = undefined;
    });
  }

  #beat(): void {
    this.#onActivity();
    for (const stream of this.#streams) stream.beat(this.#position);
  }

  async #open(context: ServiceContext, position: Position, stream: Stream): Promise<OpenedStream> {
    await requireTopics(context.store.db, stream.topics);
    const isCurrent = stream.since === 0n || stream.since === position.transaction;
    const changes = isCurrent ? [] : await this.#changesFor(context, stream, position.transaction);
    const first = [
      `event: ${changes ? 'ready' : 'reset'}\ndata: {}\n\n`,
      ...(changes ?? []).map((change) => this.#textFor(stream, frameOf(change))),
    ];
    return { position, first };
  }

  /** Returns what a client has missed; undefined if it is not known. */
  async #changesFor(
    context: ServiceContext,
    { topics, since }: Stream,
    position: bigint,
  ): Promise<StreamChange[] | undefined> {
    // The position of another store, or of one before it was restored.
    if (since > position) return undefined;
    const index = this.#history.findLastIndex(({ position: at }) => at <= since);
    const [entry, next] = [this.#history[index], this.#history[index + 1]];
    const needsHistory = topics.some(({ kind }) => kind === 'newJetton' || kind === 'newPool');
    if (needsHistory && !entry) return undefined;
    const { builtAt } = await queryLastAdded(context.store.db);
    // The data has been replaced, perhaps since the last poll.
    if ((entry ?? this.#history.at(-1))?.added.builtAt !== builtAt) return undefined;
    const additions = entry ? await readAdded(context, topics, entry.added, this.#caller) : [];
    // While there was no stream, nothing was recorded: the client may have a part of what was added after the entry.
    const isExact = entry?.position === since || isDeepStrictEqual(entry?.added, next?.added);
    if (additions.length > 0 && !isExact) return undefined;
    const changes = [
      ...additions,
      ...(await readRecords(context, topics, this.#caller)),
      ...(await readMarketChanges(context, topics, since, this.#caller)),
    ];
    return changes.some(({ event }) => event === 'reset') ? undefined : changes;
  }

  async #poll(): Promise<void> {
    try {
      const batch = await this.#read((context, position) => this.#readBatch(context, position));
      this.#isFailing = false;
      if (batch) this.#deliver(batch);
    } catch (error) {
      // The next attempt reads the same changes. Outages are logged elsewhere.
      if (!isTemporaryFailure(error) && !this.#isFailing)
        this.#log.error({ err: error }, 'Reading changes for streams failed');
      this.#isFailing = true;
    }
  }

  async #readBatch(context: ServiceContext, { transaction }: Position): Promise<Batch | undefined> {
    const last = this.#history.at(-1);
    // Another replica may be behind.
    if (!last || transaction <= last.position) return undefined;
    const added = await queryLastAdded(context.store.db);
    const topics = [...this.#byTopic.values()].map(({ topic }) => topic);
    if (added.builtAt !== last.added.builtAt) {
      this.#reader = new ChangeReader(this.#caller);
      const changes = topics.map((topic) => ({ topic: topicKey(topic), event: 'reset' as const, data: {} }));
      return { position: transaction, added, changes };
    }
    const changes = await this.#reader.read(context, topics, last.position, last.added);
    return { position: transaction, added, changes };
  }

  #deliver({ position, added, changes }: Batch): void {
    this.#record(position, added);
    const parts = new Map<Stream, Buffer[]>();
    for (const frame of changes.map(frameOf)) {
      const byUrl = new Map<string, Buffer>();
      for (const stream of this.#byTopic.get(frame.topic)?.streams ?? []) {
        const buffer = byUrl.get(stream.baseUrl) ?? Buffer.from(this.#textFor(stream, frame));
        byUrl.set(stream.baseUrl, buffer);
        const own = parts.get(stream) ?? [];
        own.push(buffer);
        parts.set(stream, own);
      }
    }
    for (const [stream, own] of parts) stream.send(position, own);
  }

  #textFor({ baseUrl }: Stream, { text }: Frame): string {
    return text.replaceAll(anyBaseUrl, JSON.stringify(baseUrl).slice(1, -1));
  }

  #record(position: bigint, added: LastAdded): void {
    if (position <= this.#position) return;
    this.#history.push({ position, added });
    if (this.#history.length > MAX_HISTORY) this.#history.shift();
  }

  #add(stream: Stream): void {
    this.#requireRoom(stream);
    this.#streams.add(stream);
    this.#onCount(this.#streams.size);
    this.#byClient.set(stream.client, this.sizeOf(stream.client) + 1);
    for (const topic of stream.topics) {
      const key = topicKey(topic);
      const followed = this.#byTopic.get(key) ?? { topic, streams: new Set() };
      followed.streams.add(stream);
      this.#byTopic.set(key, followed);
    }
  }

  /**
   * Throws OverloadedError if too much would be followed. A client may have half of what others leave, so that a few clients do
   * not take all of it; a topic that others follow as well is theirs.
   */
  #requireRoom({ client, topics }: Stream): void {
    const share = this.#service.config.streamsPerClient > 0 ? 0.5 : 1;
    const byKey = new Map(topics.map((topic) => [topicKey(topic), topic]));
    for (const ofJettons of [true, false]) {
      const isCounted = ({ kind }: Topic) => (kind === 'jetton') === ofJettons;
      const added = [...byKey].filter(([key, topic]) => isCounted(topic) && !this.#byTopic.has(key));
      if (added.length === 0) continue;
      const followed = [...this.#byTopic.values()].filter(({ topic }) => isCounted(topic));
      const own = followed.filter(({ streams }) => [...streams].every((stream) => stream.client === client));
      const left = (ofJettons ? MAX_JETTONS : MAX_MARKET_TOPICS) - (followed.length - own.length);
      if (own.length + added.length > left * share) throw new OverloadedError('too much is followed');
    }
  }

  #remove(stream: Stream): void {
    if (!this.#streams.delete(stream)) return;
    this.#onCount(this.#streams.size);
    const left = this.sizeOf(stream.client) - 1;
    if (left > 0) this.#byClient.set(stream.client, left);
    else this.#byClient.delete(stream.client);
    for (const key of stream.topics.map(topicKey)) {
      const followed = this.#byTopic.get(key);
      followed?.streams.delete(stream);
      if (followed?.streams.size === 0) this.#byTopic.delete(key);
    }
  }
}
