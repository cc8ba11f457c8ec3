import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type onRequestHookHandler } from 'fastify';
import { HEALTH_PATH, READY_PATH } from '#contract/status.ts';
import { servePush } from './alerts/serve-push.ts';
import type { Service } from './config/context.ts';
import { serveMcp } from './doors/mcp.ts';
import { serveScreenFeed } from './doors/screen-feed.ts';
import { serveUdf } from './doors/udf.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { METRICS_PATH, measureRequests, serveMetrics } from './monitoring/serve-metrics.ts';
import type { ImageRoute } from './operations/jetton-images.ts';
import { createBaseUrls, isValidHead } from './server/base-url.ts';
import { responseCompression } from './server/compression.ts';
import { limitConnections, type TimeLimits, timeLimits, timeOptions } from './server/connection-limits.ts';
import { createErrorHandler, handleClientError, refuse, sendError } from './server/errors.ts';
import { GracefulClose } from './server/graceful-close.ts';
import { commonHeaders } from './server/headers.ts';
import { type LogTarget, logOptions } from './server/log.ts';
import { Readiness, serveReadiness } from './server/readiness.ts';
import { type Admission, createAdmission, createLoadShedding } from './server/requests/admission.ts';
import { addJsonBodyParser } from './server/requests/parse-request.ts';
import { servePools } from './server/requests/pools.ts';
import { ResponseCache } from './server/requests/response-cache.ts';
import { createOperationReader, type Handlers, serveOperations } from './server/requests/serve-operation.ts';
import { serveStream } from './server/requests/serve-stream.ts';
import { serveHealth, serveStatus } from './server/status.ts';
import { createStoreAccess } from './server/store-health.ts';
import { serveDashboard } from './site/dashboard.ts';
import { serveDocuments } from './site/docs/documents.ts';
import { serveImageProxy } from './site/image-proxy.ts';
import { serveImages } from './site/images.ts';
import { serveOembed } from './site/oembed.ts';
import { renderCard } from './site/render-card.ts';
import { type RenderCard, serveSocialImages } from './site/social-images.ts';
import { collectRoutedPaths, handleUnrouted } from './site/unrouted.ts';

const MAX_BODY_BYTES = 256_000;
// At least the maximum size of the request headers, so that a long address is an invalid value (400), not an unknown path.
const MAX_PARAM_LENGTH = 16_384;

/** Paths of checks by other programs, which are not activity of users. */
const monitoringPaths: readonly string[] = [HEALTH_PATH, READY_PATH, METRICS_PATH];

/** Decorator of the app with its StoreAccess. */
export const STORE_ACCESS = 'storeAccess';
/** Decorator of the app with its GracefulClose. */
export const GRACEFUL_CLOSE = 'gracefulClose';

export interface AppOptions {
  readonly service: Service;
  readonly handlers: Handlers;
  /** Version of Jetscope, for `/status`. */
  readonly version: string;
  readonly imageRoutes?: readonly ImageRoute[];
  /** Renders social images. Replaceable in tests. */
  readonly renderSocialImage?: RenderCard;
  /** Loads the files of images for the proxy. Replaceable in tests. */
  readonly loadImage?: (url: string) => Promise<Buffer>;
  /** Folder of the built dashboard. */
  readonly webRoot?: string | undefined;
  readonly times?: Partial<TimeLimits>;
  readonly log?: LogTarget;
  /** Without it, requests are not measured and `/metrics` does not exist. */
  readonly metrics?: Metrics;
  /** Called for every request, except for health checks and metrics. */
  readonly onRequest?: () => void;
  readonly readiness?: Readiness;
  readonly responses?: ResponseCache;
}

/** Creates the HTTP app without opening a socket. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    service,
    handlers,
    version,
    imageRoutes = [],
    renderSocialImage = renderCard,
    webRoot,
    metrics,
    readiness = new Readiness(service.store, service.config.maxLag),
    responses = new ResponseCache(),
  } = options;
  const admission = createAdmission(service.config);
  const app = createServer(options, admission);
  const routedPaths = collectRoutedPaths(app);
  app.addHook('onRequest', startResponse(service));
  app.addHook('onRequest', async ({ routeOptions: { url = '' } }) => {
    if (!monitoringPaths.includes(url)) options.onRequest?.();
  });
  const handleError = createErrorHandler();
  app.setErrorHandler(handleError);
  const baseUrls = createBaseUrls(service.config);
  const access = createStoreAccess(service.store, app.log);
  app.decorate(STORE_ACCESS, access);
  const context = { service, access, baseUrls };
  const shedLoad = createLoadShedding(access.isOverloaded);
  const dashboard =
    webRoot === undefined || service.config.role === 'worker'
      ? undefined
      : { ...context, root: webRoot, admit: admission.content };
  const sendPage = dashboard && (await serveDashboard(app, dashboard));
  app.addHook('onRequest', handleUnrouted({ routedPaths, admission, sendPage, handleError }));
  if (metrics) {
    app.addHook('onResponse', measureRequests(metrics.http));
    serveMetrics(app, { metrics, config: service.config, admit: admission.content });
  }
  serveHealth(app, service.store, access);
  serveReadiness(app, readiness);
  // Workers only serve health, readiness and metrics.
  if (service.config.role === 'worker') return app;
  serveDocuments(app, { config: service.config, baseUrls, admit: admission.content });
  await app.register(async (compressed) => {
    const admit = admission.operation('free');
    await compressed.register(compress, responseCompression);
    const readOperation = createOperationReader({ service, handlers, access, responses });
    const operations = { service, baseUrls, admission, shedLoad, readOperation };
    serveOperations(compressed, operations);
    serveUdf(compressed, operations);
    serveScreenFeed(compressed, operations);
    serveMcp(compressed, { ...operations, version });
    serveImages(compressed, { service, access, imageRoutes, admit: admission.content });
    if (service.config.imageProxy === 'on')
      serveImageProxy(compressed, { service, access, admit: admission.content, load: options.loadImage });
    serveOembed(compressed, { ...context, admit });
    serveSocialImages(compressed, { service, access, renderSocialImage, admit });
    serveStream(compressed, {
      ...context,
      admission,
      shedLoad,
      onActivity: () => options.onRequest?.(),
      onCount: (count) => metrics?.http.setStreams(count),
    });
    if (service.config.pushSubscriptions > 0) servePush(compressed, { service, access, admission, shedLoad });
    serveStatus(compressed, { service, access, version, admit });
    servePools(compressed, { service, access, admit });
  });
  return app;
}

function createServer(
  { service, times, log = process.stderr }: AppOptions,
  admission: Admission,
): FastifyInstance {
  const limits = { ...timeLimits, ...times };
  const app: FastifyInstance = fastify({
    ...logOptions(service.config, log),
    ...timeOptions(limits),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: service.config.trustedProxies ?? false,
    // During shutdown, requests on open connections are still served.
    return503OnClosing: false,
    // Servers accept absolute URLs as well (RFC 9112, 3.2.2).
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?]*\/?/i, '/'),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, querystringParser: () => ({}) },
    // Fastify calls no hooks for URLs that cannot be decoded.
    frameworkErrors: (_error, request, reply) => {
      pipelining.enqueue(request, reply, () => {
        reply.headers(commonHeaders(service.config));
        admission.content.call(app, request, reply, () => sendError(reply, 400));
      });
    },
    clientErrorHandler: (error, socket) => {
      handleClientError(error, socket, pipelining.hasStartedResponse(socket));
    },
  });
  const closing = new GracefulClose(refuse);
  app.decorate(GRACEFUL_CLOSE, closing);
  app.server.on('connection', (socket) => closing.add(socket));
  app.addHook('preClose', () => closing.close());
  const pipelining = limitConnections(app, limits, closing);
  addJsonBodyParser(app);
  // Ignores unknown expectations, as RFC 9110, 10.1.1 allows. Node.js would respond with an empty body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;
}

function startResponse({ config }: Service): onRequestHookHandler {
  const headers = commonHeaders(config);
  return (request, reply, next) => {
    reply.headers(headers);
    if (isValidHead(request.raw)) next();
    else sendError(reply, 400);
  };
}

const GRACE_MS = 3_000;

/** Time for the responses to requests that were refused. */
const REFUSAL_MS = 1_000;

/** Closes the app. Requests in progress may complete within the grace period. Then the others get 503. */
export async function closeApp(app: FastifyInstance, graceMilliseconds = GRACE_MS): Promise<void> {
  const closing = app.getDecorator<GracefulClose>(GRACEFUL_CLOSE);
  const timers = [
    setTimeout(() => closing.refusePending(), graceMilliseconds),
    setTimeout(() => app.server.closeAllConnections(), graceMilliseconds + REFUSAL_MS),
  ];
  try {
    await app.close();
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
