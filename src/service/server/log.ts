import {
  type FastifyInstance,
  type FastifyListenOptions,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Config } from '#service/config/config.ts';
import { errorForLog } from './error-log.ts';

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
