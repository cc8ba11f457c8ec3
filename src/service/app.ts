import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type onRequestHookHandler } from 'fastify';
import type { Drawing } from './drawing.ts';
import { admissionOf } from './http/api-caller.ts';
import { baseUrlOf, isHost } from './http/base-url.ts';
import { answerClientError } from './http/client-errors.ts';
import { answerCompression } from './http/compression.ts';
import { serveDashboard } from './http/dashboard.ts';
import { serveDocuments } from './http/documents.ts';
import { serveDrawings } from './http/drawings.ts';
import { answerError, sendError } from './http/errors.ts';
import { commonHeaders } from './http/headers.ts';
import { collectKnownPaths } from './http/known-paths.ts';
import { type LogTarget, logOptions } from './http/log.ts';
import { serveOembed } from './http/oembed.ts';
import { readJsonBodies } from './http/read-body.ts';
import { type Handlers, serveOperations } from './http/serve-operation.ts';
import { serveSocialCards } from './http/social-cards.ts';
import { serveHealth, serveStatus } from './http/status.ts';
import { type TimeLimits, timeLimits, timeOptions } from './http/time-limits.ts';
import { answerUnrouted } from './http/unrouted.ts';
import type { Service } from './service.ts';
import { drawCard } from './social-card/draw-card.ts';
import type { DrawCard } from './social-card/pictures.ts';

const MAX_BODY_BYTES = 256_000;
// No shorter than a request's headers may be: a long address is an invalid value (400), not an unknown path.
const MAX_PARAM_LENGTH = 16_384;

export interface AppParts {
  readonly service: Service;
  readonly handlers: Handlers;
  /** The software's, as `/status` tells it. */
  readonly version: string;
  readonly drawings?: readonly Drawing[];
  /** Draws the pictures of shared links. */
  readonly draw?: DrawCard;
  /** Folder of the built dashboard. */
  readonly webRoot?: string | undefined;
  readonly times?: Partial<TimeLimits>;
  readonly log?: LogTarget;
}

/** The HTTP app, without a socket. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { service, handlers, version, drawings = [], draw = drawCard, webRoot } = parts;
  const admission = admissionOf(service.config);
  const app = createServer(parts);
  const known = collectKnownPaths(app);
  app.addHook('onRequest', startAnswer(service));
  const addressOf = baseUrlOf(service.config);
  const dashboard = webRoot === undefined ? undefined : { root: webRoot, service, baseUrlOf: addressOf };
  const sendDashboard = dashboard && (await serveDashboard(app, dashboard));
  app.addHook('onRequest', answerUnrouted({ known, admit: admission('free'), sendDashboard }));
  await app.register(async (answers) => {
    await answers.register(compress, answerCompression);
    serveOperations(answers, { service, handlers, admission, baseUrlOf: addressOf });
    serveDocuments(answers, service.config, addressOf);
    serveDrawings(answers, service, drawings);
    serveOembed(answers, service, addressOf, admission('free'));
    serveSocialCards(answers, { service, draw, admit: admission('free') });
    serveHealth(answers, service);
    serveStatus(answers, service, version, admission('free'));
  });
  return app;
}

function createServer({ service, times, log = process.stderr }: AppParts): FastifyInstance {
  const app = fastify({
    ...logOptions(service.config, log),
    ...timeOptions({ ...timeLimits, ...times }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: service.config.trustedProxies ?? false,
    forceCloseConnections: 'idle',
    // While closing, requests on open connections are still answered, and told to close theirs.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, querystringParser: () => ({}) },
    frameworkErrors: (_error, _request, reply) => {
      sendError(reply.headers(commonHeaders(service.config)), 400);
    },
    clientErrorHandler: answerClientError,
  });
  app.setErrorHandler(answerError);
  readJsonBodies(app);
  app.addHook('preClose', async () => {
    // Connections that become idle only now: closing has looked for idle ones already.
    app.server.keepAliveTimeout = 1;
  });
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1); Node would answer it with an empty body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;
}

function startAnswer({ config }: Service): onRequestHookHandler {
  const headers = commonHeaders(config);
  return (request, reply, next) => {
    reply.headers(headers);
    const { host } = request.headers;
    if (isHost(host) || (host === undefined && request.raw.httpVersion === '1.0')) next();
    else sendError(reply, 400);
  };
}
