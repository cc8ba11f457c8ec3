import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Plan } from '#contract/operations.ts';
import { type ApiKey, keyDigest } from '#service/config/api-keys.ts';
import type { Config } from '#service/config/config.ts';
import { sendError, sendUnavailable, wasRejected } from '#service/server/errors.ts';
import { networkOf, RateLimiter } from './rate-limiter.ts';

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** Returns the API key of an Authorization header, or undefined if it is missing or invalid. Runs in constant time. */
function findKey(keys: readonly ApiKey[], authorization: string): ApiKey | undefined {
  const [, presented = ''] = BEARER.exec(authorization) ?? [];
  const digest = keyDigest(presented);
  let found: ApiKey | undefined;
  for (const key of keys) if (timingSafeEqual(key.digest, digest)) found = key;
  return found;
}

interface ApiClient {
  readonly name: string;
  readonly rate: number;
  /** Undefined if the client sent an invalid key. */
  readonly plan: Plan | undefined;
}

/** Tells clients apart. Its hooks enforce rate limits and plans: they send 429, 401 and 403 responses. */
export interface Admission {
  /** Returns what identifies the client of a request: its API key, or its network. */
  readonly clientOf: (request: FastifyRequest) => string;
  /** For operations of a plan, and for routes that cost as much as an operation. */
  readonly operation: (plan: Plan) => onRequestHookHandler;
  /** For pages, files, rendered images and unknown paths. */
  readonly content: onRequestHookHandler;
}

/** A page of the dashboard loads about 20 files and 100 previews, so content needs a higher limit than operations. */
const CONTENT_FACTOR = 10;
const MIN_CONTENT_RATE = 200;

export function createAdmission({ apiKeys, rateLimit }: Pick<Config, 'apiKeys' | 'rateLimit'>): Admission {
  const clientOf = (request: FastifyRequest): ApiClient => {
    const { authorization } = request.headers;
    const key = apiKeys && authorization !== undefined ? findKey(apiKeys, authorization) : undefined;
    if (key) return { name: key.digest.toString('base64'), rate: key.rate ?? rateLimit, plan: key.plan };
    const plan = apiKeys === undefined ? 'paid' : authorization === undefined ? 'free' : undefined;
    return { name: networkOf(request.ip), rate: rateLimit, plan };
  };
  const operations = new RateLimiter();
  const content = new RateLimiter();
  const contentRate = rateLimit === 0 ? 0 : Math.max(MIN_CONTENT_RATE, CONTENT_FACTOR * rateLimit);
  return {
    clientOf: (request) => clientOf(request).name,
    operation: (plan) => (request, reply, next) => {
      const client = clientOf(request);
      const rejection = reject(reply, client, plan, waitOf(operations, client));
      if (rejection === undefined) next();
    },
    content: (request, reply, next) => {
      const wait = waitOf(content, { name: networkOf(request.ip), rate: contentRate });
      if (wait > 0) sendTooManyRequests(reply, wait);
      else next();
    },
  };
}

/** Returns the milliseconds until the next allowed request; a rate of 0 means unlimited. */
function waitOf(limiter: RateLimiter, { name, rate }: Pick<ApiClient, 'name' | 'rate'>): number {
  return rate === 0 ? 0 : limiter.take(name, rate, performance.now());
}

export function sendTooManyRequests(reply: FastifyReply, wait: number): FastifyReply {
  return sendError(reply.header('retry-after', Math.ceil(wait / 1000)), 429);
}

function reject(reply: FastifyReply, client: ApiClient, plan: Plan, wait: number): FastifyReply | undefined {
  if (wait > 0) return sendTooManyRequests(reply, wait);
  if (client.plan === undefined) return sendError(reply.header('www-authenticate', 'Bearer'), 401);
  if (plan === 'paid' && client.plan !== 'paid') return sendError(reply, 403);
  return undefined;
}

/**
 * Creates the hook that rejects requests before they are parsed, while the service is overloaded, on connections of which a
 * request was rejected shortly before.
 */
export function createLoadShedding(isOverloaded: () => boolean): onRequestHookHandler {
  return ({ raw: { socket } }, reply, next) => {
    if (wasRejected(socket) && isOverloaded()) sendUnavailable(reply, 'overloaded');
    else next();
  };
}
