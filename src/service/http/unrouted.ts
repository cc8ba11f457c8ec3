import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { SendDashboard } from './dashboard.ts';
import { answerError, sendError } from './errors.ts';
import { preflightHeaders } from './headers.ts';
import type { KnownPaths } from './known-paths.ts';
import { readPagePath } from './page-path.ts';

export interface UnroutedOptions {
  readonly known: KnownPaths;
  /** Counts requests for paths of the interface that do not exist as much as the others. */
  readonly admit: onRequestHookHandler;
  /** Answers the dashboard; undefined where there is none. */
  readonly sendDashboard: SendDashboard | undefined;
}

/**
 * Answers what no route takes, before any body is read: OPTIONS, 405, the dashboard's paths and 404. The framework's
 * own way would first parse the body and tell about that.
 */
export function answerUnrouted({ known, admit, sendDashboard }: UnroutedOptions): onRequestHookHandler {
  return function onRequest(request, reply, next) {
    if (!request.is404) {
      next();
      return;
    }
    const path = pathOf(request);
    const answer = () => {
      const methods = known.methodsOf(path);
      if (methods.length > 0) answerMethod(request, reply, methods);
      else if (sendDashboard && isPageRequest(request, path, known))
        sendDashboard(request, reply, path).catch((error: unknown) => answerError(error, request, reply));
      else sendError(reply, 404);
    };
    // A preflight is no use of the interface: refused, it would look like a closed door.
    if (path.startsWith('/v1') && request.method !== 'OPTIONS') admit.call(this, request, reply, answer);
    else answer();
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

/** Someone opens a path of the dashboard's own: like no other route's, and no file's. */
function isPageRequest({ method, headers }: FastifyRequest, path: string, known: KnownPaths): boolean {
  const isReading = method === 'GET' || method === 'HEAD';
  const isFile = path.slice(path.lastIndexOf('/')).includes('.');
  return isReading && !isFile && !known.isUnderKnown(path) && isForReaders(headers.accept, path);
}

/** Bots that show links take anything, and the pages that have cards are theirs, too. */
function isForReaders(accept = '*/*', path: string): boolean {
  return accept.includes('text/html') || (accept.includes('*/*') && readPagePath(path) !== undefined);
}
