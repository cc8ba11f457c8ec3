import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OperatorError } from '#service/store/store-errors.ts';
import { removeControlFile, writeControlFile } from './control-file.ts';
import type { Operator } from './operator.ts';

export interface ControlServer {
  close(): Promise<void>;
}

/**
 * Accepts the commands of `npm run feed` and `npm run backup` for an embedded store, which no other process can open
 * while the service runs. Listens on a random loopback port; the token in the data folder proves that the client is the
 * same user.
 */
export async function startControlServer(
  dataDir: string,
  operator: Operator,
  onError: (error: unknown, path: string) => void,
): Promise<ControlServer> {
  const token = randomBytes(32).toString('hex');
  const stopped = new AbortController();
  const server = createServer((request, response) => {
    handle(request, operator, token, stopped.signal).then(
      (result) => send(response, 200, { result }),
      (error: unknown) => {
        const isExpected = error instanceof OperatorError;
        // Ctrl-C ends the input of a command.
        const isAborted = error === request.errored;
        if (!isExpected && !isAborted) onError(error, request.url?.split('?', 1)[0] ?? '');
        send(response, isExpected ? 400 : 500, { error: isExpected ? error.message : 'Internal error' });
      },
    );
  });
  // An indexer may send records for as long as it runs.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  writeControlFile(dataDir, { port: (server.address() as AddressInfo).port, token });
  return {
    close: async () => {
      removeControlFile(dataDir);
      stopped.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handle(
  request: IncomingMessage,
  operator: Operator,
  token: string,
  signal: AbortSignal,
): Promise<unknown> {
  if (!isAuthorized(request, token)) throw new OperatorError('Not authorized');
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const name = searchParams.get('name') ?? '';
  switch (`${request.method} ${pathname}`) {
    case 'POST /status':
      return await operator.status();
    case 'POST /retry':
      return await operator.retry(name);
    case 'POST /backfill': {
      const [from, to] = [requireTime(searchParams, 'from'), requireTime(searchParams, 'to')];
      return await operator.backfill({ name, from, to }, signal);
    }
    case 'POST /ingest':
      return await operator.ingest(name, request);
    case 'POST /back-up':
      return await operator.backUp(searchParams.get('target') ?? '');
    default:
      throw new OperatorError('Unknown command');
  }
}

function requireTime(parameters: URLSearchParams, name: string): Date {
  const time = new Date(parameters.get(name) ?? '');
  if (Number.isNaN(time.getTime())) throw new OperatorError(`${name} must be a timestamp`);
  return time;
}

function isAuthorized({ headers }: IncomingMessage, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
