import * as z from 'zod/mini';
import { rawAddress } from './address-schemas.ts';
import { type AlertRule, alert, alertRule, firing, ruleTypes, screenEvents, sides } from './alerts.ts';
import { pricePeriods } from './enums.ts';
import { jettonListFilter } from './jetton-filter.ts';
import { define } from './operations.ts';

const MAX_PUSH_ALERTS = 100;
/** Each costs a query in every evaluation: a screen, or the trades of a jetton. */
const MAX_QUERIES = 10;
/** Newest firings in a response. */
export const MAX_PUSH_FIRINGS = 200;

/** A push service gives it to a browser. It is enough to send messages, but not to encrypt them. */
export const endpoint = z.string().check(z.maxLength(1000), z.regex(/^https:\/\/[a-zA-Z0-9.-]+\/[!-~]*$/));
/** An uncompressed point of the curve P-256, as base64url. */
const publicKey = z.string().check(z.regex(/^[\w-]{87}$/));
/** 16 random bytes of the browser as base64url, which only it and this service know. */
const auth = z.string().check(z.regex(/^[\w-]{22}$/));

/** The fields of all types of rules. A type has those that it needs. */
const ruleFields = z.object({
  type: z.enum(ruleTypes),
  address: z.optional(rawAddress),
  symbol: z.optional(z.string()),
  side: z.optional(z.enum(sides)),
  value: z.optional(z.number()),
  period: z.optional(z.enum(pricePeriods)),
  minUsd: z.optional(z.number()),
  name: z.optional(z.string()),
  query: z.optional(z.string()),
  rows: z.optional(z.int()),
  event: z.optional(z.enum(screenEvents)),
});

const rule = z.pipe(
  ruleFields,
  z.transform((fields, context): AlertRule => {
    const { data } = alertRule.safeParse(fields);
    if (data) return data;
    context.issues.push({ code: 'custom', message: 'lacks fields of its type', input: fields });
    return z.NEVER;
  }),
);

const seconds = z.optional(z.number().check(z.gte(0)));

/** An alert that the service evaluates. */
const pushAlert = z
  .object({
    id: alert.shape.id,
    rule,
    repeat: alert.shape.repeat,
    since: alert.shape.since,
    /** The list of a screen. */
    filter: z.optional(jettonListFilter),
    /** Of jettons of the list, in seconds. */
    age: z.optional(z.object({ min: seconds, max: seconds })),
  })
  .check(
    z.refine(({ rule: { type }, filter }) => type !== 'screen' || filter !== undefined, { path: ['filter'] }),
    z.meta({ id: 'PushAlert' }),
  );
export type PushAlert = z.output<typeof pushAlert>;
export type PushAlertInput = z.input<typeof pushAlert>;

/** Identifies what an alert is evaluated with, if it is not one of the numbers of jettons. */
function queryOf({ rule: of, filter, age }: PushAlert): string | undefined {
  if (of.type === 'trade') return of.address;
  return of.type === 'screen' ? JSON.stringify([filter, age]) : undefined;
}

/** All alerts of a subscription. */
export const pushAlerts = z.array(pushAlert).check(
  z.minLength(1),
  z.maxLength(MAX_PUSH_ALERTS),
  z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length),
  z.refine((list) => {
    const queries = new Set(list.map(queryOf));
    queries.delete(undefined);
    return queries.size <= MAX_QUERIES;
  }),
);

/** The key that browsers subscribe with. The specification has no operations for alerts. */
export const getPushKey = define({
  name: 'getPushKey',
  method: 'GET',
  path: '/v1/push/key',
  plan: 'free',
  input: z.object({}),
  response: z.object({ serverKey: publicKey }),
});

/**
 * Stores a subscription of a browser with all its alerts, in place of those it had. Alerts that are the same as before keep
 * what they have seen.
 */
export const subscribe = define({
  name: 'subscribe',
  method: 'POST',
  path: '/v1/push/subscribe',
  plan: 'free',
  input: z.object({ endpoint, publicKey, auth, serverKey: publicKey, alerts: pushAlerts }),
  /** Newest first. */
  response: z.object({ firings: z.array(z.object({ alertId: alert.shape.id, firing })) }),
});

/** Deletes a subscription with everything that is stored for it. */
export const unsubscribe = define({
  name: 'unsubscribe',
  method: 'POST',
  path: '/v1/push/unsubscribe',
  plan: 'free',
  input: z.object({ endpoint, auth }),
  response: z.object({}),
});
