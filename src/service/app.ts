import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type onRequestHookHandler } from 'fastify';
import { createBaseUrls } from './http/base-url.ts';
import { responseCompression } from './http/compression.ts';
import { handleClientError } from './http/connections/client-errors.ts';
import { limitConnections } from './http/connections/limit-connections.ts';
import { type TimeLimits, timeLimits, timeOptions } from './http/connections/time-limits.ts';
import { isValidHead } from './http/connections/valid-head.ts';
import { serveDocuments } from './http/docs/documents.ts';
import { createErrorHandler, sendError } from './http/errors.ts';
import { commonHeaders } from './http/headers.ts';
import { type LogTarget, logOptions } from './http/log.ts';
import { type Admission, createAdmission } from './http/operations/admission.ts';
import { addJsonBodyParser } from './http/operations/json-body-parser.ts';
import { type Handlers, serveOperations } from './http/operations/serve-operation.ts';
import { serveHealth, serveStatus } from './http/operations/status.ts';
import { createStoreAccess } from './http/operations/store-access.ts';
import { serveDashboard } from './http/pages/dashboard.ts';
import { serveImages } from './http/pages/images.ts';
import { serveOembed } from './http/pages/oembed.ts';
import { collectRoutedPaths } from './http/pages/routed-paths.ts';
import { serveSocialImages } from './http/pages/social-images.ts';
import { handleUnrouted } from './http/pages/unrouted.ts';
import type { ImageRoute } from './image-route.ts';
import type { Service } from './service.ts';
import type { RenderCard } from './social-card/cached-renderer.ts';
import { renderCard } from './social-card/render-card.ts';

const MAX_BODY_BYTES = 256_000;
// No shorter than a request's headers may be: a long address is an invalid value (400), not an unknown path.
const MAX_PARAM_LENGTH = 16_384;

export interface AppParts {
  readonly service: Service;
  readonly handlers: Handlers;
  /** The software's, for `/status`. */
  readonly version: string;
  readonly imageRoutes?: readonly ImageRoute[];
  /** Draws the images of shared links. */
  readonly draw?: RenderCard;
  /** Folder of the built dashboard. */
  readonly webRoot?: string | undefined;
  readonly times?: Partial<TimeLimits>;
  readonly log?: LogTarget;
}

/** The HTTP app, without a socket. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { service, handlers, version, imageRoutes = [], draw = renderCard, webRoot } = parts;
  const admission = createAdmission(service.config);
  const app = createServer(parts, admission);
  const routedPaths = collectRoutedPaths(app);
  app.addHook('onRequest', startAnswer(service));
  const handleError = createErrorHandler();
  app.setErrorHandler(handleError);
  const baseUrls = createBaseUrls(service.config);
  const access = createStoreAccess(service.store, app.log);
  const serving = { service, access, baseUrls };
  const dashboard =
    webRoot === undefined ? undefined : { ...serving, root: webRoot, admit: admission.content };
  const sendPage = dashboard && (await serveDashboard(app, dashboard));
  app.addHook('onRequest', handleUnrouted({ routedPaths, admission, sendPage, handleError }));
  serveDocuments(app, { config: service.config, baseUrls, admit: admission.content });
  await app.register(async (answers) => {
    const admit = admission.operation('free');
    await answers.register(compress, responseCompression);
    serveOperations(answers, { ...serving, handlers, admission });
    serveImages(answers, { service, access, imageRoutes, admit: admission.content });
    serveOembed(answers, { ...serving, admit });
    serveSocialImages(answers, { service, access, draw, admit });
    serveHealth(answers, service.store, access);
    serveStatus(answers, { service, access, version, admit });
  });
  return app;
}

function createServer(
  { service, times, log = process.stderr }: AppParts,
  admission: Admission,
): FastifyInstance {
  const limits = { ...timeLimits, ...times };
  const app: FastifyInstance = fastify({
    ...logOptions(service.config, log),
    ...timeOptions(limits),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: service.config.trustedProxies ?? false,
    forceCloseConnections: 'idle',
    // While closing, requests on open connections are still answered, and told to close theirs.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, querystringParser: () => ({}) },
    // An address that cannot be decoded: the framework calls no hooks for it.
    frameworkErrors: (_error, request, reply) => {
      pipelining.enqueue(request.raw, reply.raw, () => {
        reply.headers(commonHeaders(service.config));
        admission.content.call(app, request, reply, () => sendError(reply, 400));
      });
    },
    clientErrorHandler: (error, socket) => {
      handleClientError(error, socket, pipelining.hasStartedResponse(socket));
    },
  });
  const pipelining = limitConnections(app, limits);
  addJsonBodyParser(app);
  app.addHook('preClose', async () => {
    // Connections that become idle only now: closing has looked for idle ones already.
    app.server.keepAliveTimeout = 1;
  });
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node would answer it with an empty body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;
}

function startAnswer({ config }: Service): onRequestHookHandler {
  const headers = commonHeaders(config);
  return (request, reply, next) => {
    reply.headers(headers);
    if (isValidHead(request.raw)) next();
    else sendError(reply, 400);
  };
}
