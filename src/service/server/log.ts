import {
  type FastifyInstance,
  type FastifyListenOptions,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Config } from '#service/config/config.ts';
import { asFailedQuery } from '#service/store/store-errors.ts';

export interface LogTarget {
  write(line: string): void;
}

/** Logs one line per response at level debug. The query is omitted: a client may have put its API key there. */
class ResponseLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method, url } = request;
    const path = url.split('?', 1)[0];
    const line = { method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.debug(error ? { ...line, err: error } : line, 'request completed');
  }
}

export function logOptions({ logLevel }: Pick<Config, 'logLevel'>, stream: LogTarget): FastifyServerOptions {
  return {
    logger: {
      level: logLevel,
      stream,
      serializers: { err: errorForLog },
      redact: ['req.headers.authorization', 'headers.authorization', 'err.config.headers.authorization'],
    },
    logController: new ResponseLog(),
    // Creating a child logger per request costs more than all hooks together.
    childLoggerFactory: (logger) => logger,
  };
}

/** Starts listening without Fastify's log line, because the start-up message reports the address. Returns the address. */
export async function listenQuietly(app: FastifyInstance, options: FastifyListenOptions): Promise<string> {
  const { level } = app.log;
  app.log.level = 'silent';
  try {
    return await app.listen(options);
  } finally {
    app.log.level = level;
  }
}

const MAX_STATEMENT = 200;
const MAX_MESSAGE = 1000;

interface LoggedError extends Record<string, unknown> {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** Start of the failed SQL statement, without its parameters. */
  readonly statement?: string;
  /** Stack frames, without the message. */
  readonly stack: string;
}

/** Returns the logged form of any thrown value. For a failed query, the message is that of the database. */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: truncate(String(error), MAX_MESSAGE), stack: '' };
  const query = asFailedQuery(error);
  const reported = query ? (query.cause ?? new Error('query failed')) : error;
  return {
    type: reported.name,
    message: truncate(reported.message, MAX_MESSAGE),
    ...('code' in reported && typeof reported.code === 'string' && { code: reported.code }),
    ...(query && { statement: truncate(query.statement.replaceAll(/\s+/g, ' ').trim(), MAX_STATEMENT) }),
    stack: framesOf(error.stack ?? ''),
  };
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Returns the frames of a stack trace, without the message before them. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
}
