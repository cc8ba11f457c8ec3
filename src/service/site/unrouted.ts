import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type ErrorHandler, sendError } from '#service/server/errors.ts';
import { preflightHeaders } from '#service/server/headers.ts';
import type { Admission } from '#service/server/requests/admission.ts';
import { acceptsHtml, explicitlyAcceptsHtml } from './negotiate.ts';
import { pageAt } from './page-path.ts';
import type { SendPage } from './page-sender.ts';

interface UnroutedOptions {
  readonly routedPaths: RoutedPaths;
  readonly admission: Admission;
  /** Undefined if there is no built dashboard. */
  readonly sendPage: SendPage | undefined;
  readonly handleError: ErrorHandler;
}

/**
 * Responds to requests without a route before their body is read: OPTIONS, 405, pages of the dashboard and 404.
 * Fastify's not-found handler would first parse the body and report errors in it.
 */
export function handleUnrouted(options: UnroutedOptions): onRequestHookHandler {
  const { routedPaths, admission, sendPage, handleError } = options;
  const admitOperation = admission.operation('free');
  return function onRequest(request, reply, next) {
    const path = pathOf(request);
    if (!request.is404 && !routedPaths.isOnlyParameter(path, request.routeOptions.url)) {
      next();
      return;
    }
    const respond = () => {
      const methods = routedPaths.methodsOf(path);
      if (methods.length > 0) respondToMethod(request, reply, methods);
      else if (sendPage && isPageRequest(request, path, routedPaths))
        sendPage(request, reply, path).catch((error: unknown) => handleError(error, request, reply));
      else sendError(reply, 404);
    };
    // Preflights do not count as API requests: browsers would report a rejected one as a CORS error.
    const isOperation = path.startsWith('/v1') && request.method !== 'OPTIONS';
    const admit = isOperation ? admitOperation : admission.content;
    admit.call(this, request, reply, respond);
  };
}

function respondToMethod(request: FastifyRequest, reply: FastifyReply, methods: string[]): FastifyReply {
  const allow = [...methods, 'OPTIONS'].join(', ');
  reply.header('allow', allow);
  if (request.method !== 'OPTIONS') return sendError(reply, 405);
  return reply
    .code(204)
    .headers({ ...preflightHeaders, 'access-control-allow-methods': allow })
    .send();
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** Returns true if a request without a route gets a page: one of the dashboard, or for browsers the not-found page. */
function isPageRequest({ method, headers }: FastifyRequest, path: string, routedPaths: RoutedPaths): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (pageAt(path)) return acceptsHtml(headers.accept);
  const isFile = path.slice(path.lastIndexOf('/')).includes('.');
  return !isFile && !routedPaths.isUnderRoutedSegment(path) && explicitlyAcceptsHtml(headers.accept);
}

/** The paths and methods of all routes: for `Allow` headers, and to keep them apart from pages of the dashboard. */
interface RoutedPaths {
  /** Returns the methods of a path; empty for paths without a route. */
  methodsOf(path: string): string[];
  /**
   * Returns true if a route matched only because a parameter of it took the name of another path: `/v1/jettons/metrics`,
   * which has no GET, is not that of a jetton.
   */
  isOnlyParameter(path: string, route: string | undefined): boolean;
  /** Returns true if any route starts with the first segment of the path. */
  isUnderRoutedSegment(path: string): boolean;
}

function firstSegment(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** Collects routes as they are added. Call it before adding the first route. */
export function collectRoutedPaths(app: FastifyInstance): RoutedPaths {
  const methods = new Map<string, Set<string>>();
  const patterns = new Map<string, RegExp>();
  const segments = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    const routed = methods.get(url) ?? new Set();
    for (const name of [method].flat()) routed.add(name);
    methods.set(url, routed);
    segments.add(firstSegment(url));
    if (url.includes(':')) patterns.set(url, new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`));
  });
  return {
    methodsOf: (path) => {
      const own = methods.get(path);
      if (own) return [...own];
      const matching = [...patterns].flatMap(([url, pattern]) => (pattern.test(path) ? [url] : []));
      return [...new Set(matching.flatMap((url) => [...(methods.get(url) ?? [])]))];
    },
    isOnlyParameter: (path, route) => route !== path && methods.has(path),
    isUnderRoutedSegment: (path) => segments.has(firstSegment(path)),
  };
}
