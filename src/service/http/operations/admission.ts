import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Plan } from '#contract/operations.ts';
import { type ApiKey, keyDigest } from '#service/api-keys.ts';
import type { Config } from '#service/config.ts';
import { sendError } from '#service/http/errors.ts';
import { networkOf, RateLimiter } from './rate-limiter.ts';

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** The key that the header presents; undefined where it presents none that is known. Takes as long for every key. */
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
  /** Undefined where a key was presented that is not known. */
  readonly plan: Plan | undefined;
}

/** Hooks that let a request go on; 429, 401 and 403 are answered here. */
export interface Admission {
  /** To an operation of a plan, or to whatever else works as an operation does. */
  readonly operation: (plan: Plan) => onRequestHookHandler;
  /** To pages, files, drawings, and paths that do not exist. */
  readonly content: onRequestHookHandler;
}

/** One page of the dashboard loads some twenty files and shows a hundred previews, whatever the limit of operations. */
const CONTENT_FACTOR = 10;
const MIN_CONTENT_RATE = 200;

export function createAdmission({ apiKeys, rateLimit }: Pick<Config, 'apiKeys' | 'rateLimit'>): Admission {
  const callerOf = (request: FastifyRequest): ApiClient => {
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
    operation: (plan) => (request, reply, next) => {
      const caller = callerOf(request);
      const refusal = refuse(reply, caller, plan, waitOf(operations, caller));
      if (refusal === undefined) next();
    },
    content: (request, reply, next) => {
      const wait = waitOf(content, { name: networkOf(request.ip), rate: contentRate });
      if (wait > 0) refuseRate(reply, wait);
      else next();
    },
  };
}

/** Milliseconds; a rate of 0 is no limit. */
function waitOf(limiter: RateLimiter, { name, rate }: Pick<ApiClient, 'name' | 'rate'>): number {
  return rate === 0 ? 0 : limiter.take(name, rate, performance.now());
}

function refuseRate(reply: FastifyReply, wait: number): FastifyReply {
  return sendError(reply.header('retry-after', Math.ceil(wait / 1000)), 429);
}

function refuse(reply: FastifyReply, caller: ApiClient, plan: Plan, wait: number): FastifyReply | undefined {
  if (wait > 0) return refuseRate(reply, wait);
  if (caller.plan === undefined) return sendError(reply.header('www-authenticate', 'Bearer'), 401);
  if (plan === 'paid' && caller.plan !== 'paid') return sendError(reply, 403);
  return undefined;
}
