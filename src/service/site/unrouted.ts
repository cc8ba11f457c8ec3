import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type ErrorHandler, sendError } from '#service/server/errors.ts';
import { preflightHeaders } from '#service/server/headers.ts';
import type { Admission } from '#service/server/requests/admission.ts';
import { acceptsHtml, explicitlyAcceptsHtml } from './negotiate.ts';
import { pageAt } from './page-path.ts';
import type { SendPage } from './page-sender.ts';
import type { RoutedPaths } from './routed-paths.ts';

export interface UnroutedOptions {
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
    if (!request.is404) {
      next();
      return;
    }
    const path = pathOf(request);
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
