import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Plan } from '#contract/operations.ts';
import { type ApiKey, digestOf } from '#service/api-keys.ts';
import type { Config } from '#service/config.ts';
import { sendError } from './errors.ts';
import { networkOf, RateLimiter } from './rate-limit.ts';

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** The key that the header presents; undefined where it presents none that is known. Takes as long for every key. */
function findKey(keys: readonly ApiKey[], authorization: string): ApiKey | undefined {
  const [, presented = ''] = BEARER.exec(authorization) ?? [];
  const digest = digestOf(presented);
  let found: ApiKey | undefined;
  for (const key of keys) if (timingSafeEqual(key.digest, digest)) found = key;
  return found;
}

interface ApiCaller {
  readonly name: string;
  readonly rate: number;
  /** Undefined where a key was presented that is not known. */
  readonly plan: Plan | undefined;
}

export type Admission = (plan: Plan) => onRequestHookHandler;

/** Hooks that let a request go on to an operation of a plan: 429, 401 and 403 are answered here. */
export function admissionOf({ apiKeys, rateLimit }: Pick<Config, 'apiKeys' | 'rateLimit'>): Admission {
  const limiter = new RateLimiter();
  const callerOf = (request: FastifyRequest): ApiCaller => {
    const { authorization } = request.headers;
    const key = apiKeys && authorization !== undefined ? findKey(apiKeys, authorization) : undefined;
    if (key) return { name: key.digest.toString('base64'), rate: key.rate ?? rateLimit, plan: key.plan };
    const plan = apiKeys === undefined ? 'paid' : authorization === undefined ? 'free' : undefined;
    return { name: networkOf(request.ip), rate: rateLimit, plan };
  };
  return (plan) => (request, reply, next) => {
    const caller = callerOf(request);
    const wait = caller.rate === 0 ? 0 : limiter.take(caller.name, caller.rate, performance.now());
    const refusal = refuse(reply, caller, plan, wait);
    if (refusal === undefined) next();
  };
}

function refuse(reply: FastifyReply, caller: ApiCaller, plan: Plan, wait: number): FastifyReply | undefined {
  if (wait > 0) return sendError(reply.header('retry-after', Math.ceil(wait / 1000)), 429);
  if (caller.plan === undefined) return sendError(reply.header('www-authenticate', 'Bearer'), 401);
  if (plan === 'paid' && caller.plan !== 'paid') return sendError(reply, 403);
  return undefined;
}
