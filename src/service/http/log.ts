import {
  type FastifyInstance,
  type FastifyListenOptions,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Config } from '#service/config.ts';
import { errorForLog } from './error-log.ts';

export interface LogTarget {
  write(line: string): void;
}

/** One line for each answer, at level debug; no query, where a caller may have put a key by mistake. */
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
    request.log.debug(error ? { ...line, err: error } : line, 'answered');
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
    // A logger for each request costs more than all hooks together.
    childLoggerFactory: (logger) => logger,
  };
}

/** Listens without the framework's own line about it: the start tells the address in its way. */
export async function listenQuietly(app: FastifyInstance, place: FastifyListenOptions): Promise<string> {
  const { level } = app.log;
  app.log.level = 'silent';
  try {
    return await app.listen(place);
  } finally {
    app.log.level = level;
  }
}
