import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type ErrorHandler, sendError } from '#service/http/errors.ts';
import { preflightHeaders } from '#service/http/headers.ts';
import type { Admission } from '#service/http/operations/admission.ts';
import { acceptsHtml, namesHtml } from './negotiate.ts';
import { pageAt } from './page-path.ts';
import type { SendPage } from './page-sender.ts';
import type { RoutedPaths } from './routed-paths.ts';

export interface UnroutedOptions {
  readonly known: RoutedPaths;
  readonly admission: Admission;
  /** Undefined where no dashboard is built. */
  readonly sendPage: SendPage | undefined;
  readonly answerError: ErrorHandler;
}

/**
 * Answers what no route takes, before any body is read: OPTIONS, 405, the dashboard's paths and 404. The framework's
 * own way would first parse the body and report errors in it.
 */
export function handleUnrouted(options: UnroutedOptions): onRequestHookHandler {
  const { known, admission, sendPage, answerError } = options;
  const admitOperation = admission.operation('free');
  return function onRequest(request, reply, next) {
    if (!request.is404) {
      next();
      return;
    }
    const path = pathOf(request);
    const answer = () => {
      const methods = known.methodsOf(path);
      if (methods.length > 0) answerMethod(request, reply, methods);
      else if (sendPage && isPageRequest(request, path, known))
        sendPage(request, reply, path).catch((error: unknown) => answerError(error, request, reply));
      else sendError(reply, 404);
    };
    // A preflight is no use of the interface: refused, it would look like a closed door.
    const isOperation = path.startsWith('/v1') && request.method !== 'OPTIONS';
    const admit = isOperation ? admitOperation : admission.content;
    admit.call(this, request, reply, answer);
  };
}

function answerMethod(request: FastifyRequest, reply: FastifyReply, methods: string[]): FastifyReply {
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

/** Whether to answer a path without a route with a page: the dashboard's own, or the one that says that there is none. */
function isPageRequest({ method, headers }: FastifyRequest, path: string, known: RoutedPaths): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (pageAt(path)) return acceptsHtml(headers.accept);
  const isFile = path.slice(path.lastIndexOf('/')).includes('.');
  return !isFile && !known.isUnderRoutedSegment(path) && namesHtml(headers.accept);
}
