import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { type SQL, sql } from 'drizzle-orm';
import webPush from 'web-push';
import type { AlertRule, Firing } from '#contract/alerts.ts';
import { notificationOf } from '#contract/format/alert-text.ts';
import type { Config } from '#service/config/config.ts';
import type { Clock } from '#service/config/context.ts';
import { type AddressPolicy, checkedLookup } from '#service/server/public-internet.ts';
import { rows, type Store } from '#service/store/database.ts';
import { deleteSubscription, isBrowserKey, readPushKey, sharerOf } from './subscriptions.ts';
import { webhookRequest } from './webhooks.ts';

const TIMEOUT_MS = 5_000;
/** Push services keep a message for a browser that is off for as long. Older ones are not sent. */
const TTL_SECONDS = 3600;
export const MAX_ATTEMPTS = 5;
/** Attempts of the message since which an endpoint has accepted none. */
const REFUSED = MAX_ATTEMPTS + 1;
/** A subscription is deleted if its endpoint has accepted no message for as long. */
const REFUSED_MS = 7 * 24 * 3_600_000;
const FIRST_RETRY_SECONDS = 5;
/** Push services accept 4,096 bytes, of which 103 are for the encryption. */
const MAX_PAYLOAD_BYTES = 3_993;

export interface ClaimedMessage {
  readonly kind: 'push' | 'webhook';
  readonly subscriptionId: string;
  readonly alertId: string;
  /** As text of PostgreSQL, with all its digits. */
  readonly time: string;
  readonly rule: AlertRule;
  readonly firing: Firing;
  readonly attempts: number;
  /** See `sharerOf`. */
  readonly sharer: string;
  readonly endpoint: string;
  /** Null for webhooks. */
  readonly publicKey: string | null;
  readonly secret: string;
}

/** `unsent`: the endpoint has not received it, so that it may be sent again. */
type Outcome = 'sent' | 'gone' | 'unsent' | 'lost';

export interface SendContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'publicUrl'>;
  /** Who push services may write to: an https or mailto URL. */
  readonly contact: string;
  readonly network: EndpointNetwork;
}

/** Where endpoints may be. Replaceable in tests. */
export interface EndpointNetwork {
  readonly policy: AddressPolicy;
  readonly port?: number;
  /** Certificate that endpoints are trusted by, in place of those of public authorities. */
  readonly ca?: string;
}

/** Messages that are sent at the same time. */
const MAX_SENDING = 50;
/** Of these, those of a client or a webhook, so that endpoints that do not respond leave room for others. */
const MAX_PER_SHARER = 5;

/**
 * Claims messages that are due, as far as there is room besides those that are being sent. They are never claimed again, unless
 * their endpoint has not received them.
 */
export async function claimMessages(
  store: Store,
  sending: readonly Pick<ClaimedMessage, 'sharer'>[] = [],
): Promise<ClaimedMessage[]> {
  const claimed = await rows<Omit<ClaimedMessage, 'rule' | 'firing'> & { rule: string; firing: string }>(
    store.db,
    sql`with waiting as (
        select m.subscription_id, m.alert_id, m.time, s.sharer,
          row_number() over (partition by s.sharer order by m.send_at) + (
            select count(*) from jsonb_array_elements_text(${JSON.stringify(sending.map(({ sharer }) => sharer))}::jsonb) as busy
            where busy = s.sharer
          ) as number
        from alert_message m join (
          select id, ${sharerOf} as sharer from alert_subscription
        ) as s on s.id = m.subscription_id
        where m.send_at <= now()
      ), due as (
        select m.subscription_id, m.alert_id, m.time, waiting.sharer
        from alert_message m join waiting using (subscription_id, alert_id, time)
        where m.send_at <= now() and waiting.number <= ${MAX_PER_SHARER}
        order by m.send_at limit ${MAX_SENDING - sending.length} for update of m skip locked
      )
      update alert_message m set send_at = null, attempts = attempts + 1
      from due, alert_subscription s
      where (m.subscription_id, m.alert_id, m.time) = (due.subscription_id, due.alert_id, due.time)
        and s.id = m.subscription_id
      returning m.subscription_id as "subscriptionId", m.alert_id as "alertId", m.time::text as time, m.rule::text as rule,
        m.firing::text as firing, m.attempts, due.sharer, s.kind, s.endpoint, s.public_key as "publicKey", s.secret`,
  );
  return claimed.map((message) => ({
    ...message,
    rule: JSON.parse(message.rule),
    firing: JSON.parse(message.firing),
  }));
}

/**
 * Sends a claimed message. A subscription of a browser that no longer exists, or has accepted nothing for a week, is deleted with
 * everything that is stored for it. Rejects if a webhook has not accepted the message after all attempts.
 */
export async function sendMessage(context: SendContext, message: ClaimedMessage): Promise<Outcome> {
  const { store, clock } = context;
  if (message.firing.time < clock.now().getTime() - TTL_SECONDS * 1000) return 'lost';
  const { outcome, problem } = await post(context, message);
  if (outcome === 'unsent' && message.attempts < MAX_ATTEMPTS) {
    const delay = FIRST_RETRY_SECONDS * 4 ** (message.attempts - 1);
    await store.db.execute(
      sql`update alert_message set send_at = now() + make_interval(secs => ${delay}) where ${isMessage(message)}`,
    );
  } else if (message.kind === 'push') await recordOutcome(store, message, outcome);
  else if (outcome !== 'sent')
    throw new Error(
      `The webhook at ${new URL(message.endpoint).host} has not accepted a message: ${problem}`,
    );
  return outcome;
}

function isMessage({ subscriptionId, alertId, time }: ClaimedMessage): SQL {
  return sql`subscription_id = ${subscriptionId} and alert_id = ${alertId} and time = ${time}::timestamptz`;
}

/** Records whether the endpoint of a browser has accepted a message in the end, and deletes subscriptions that are of no use. */
async function recordOutcome(store: Store, message: ClaimedMessage, outcome: Outcome): Promise<void> {
  const { subscriptionId, endpoint, secret } = message;
  const isRefused = sql`subscription_id = ${subscriptionId} and attempts = ${REFUSED}`;
  if (outcome === 'sent') {
    await store.db.execute(sql`update alert_message set attempts = ${MAX_ATTEMPTS} where ${isRefused}`);
    return;
  }
  const [first] = await rows<{ time: number }>(
    store.db,
    sql`select (extract(epoch from time) * 1000)::float8 as time from alert_message where ${isRefused} order by time limit 1`,
  );
  if (outcome === 'gone' || (first && message.firing.time - first.time >= REFUSED_MS))
    await deleteSubscription(store, endpoint, secret);
  else if (!first)
    await store.db.execute(sql`update alert_message set attempts = ${REFUSED} where ${isMessage(message)}`);
}

function payloadOf({ alertId, rule, firing }: ClaimedMessage): string {
  const notification = notificationOf({ id: alertId, rule }, firing);
  const payload = JSON.stringify(notification);
  // Links of screens may be long.
  return Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES
    ? payload
    : JSON.stringify({ ...notification, path: '/alerts' });
}

interface EndpointRequest {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer | null;
}

async function requestOf(context: SendContext, message: ClaimedMessage): Promise<EndpointRequest> {
  const { endpoint, publicKey, secret, kind } = message;
  // Receivers compare the time of the signature with their own.
  if (kind === 'webhook') return webhookRequest(message, context.config, new Date());
  const { publicKey: serverKey, privateKey } = await readPushKey(context.store.db);
  return webPush.generateRequestDetails(
    { endpoint, keys: { p256dh: publicKey ?? '', auth: secret } },
    payloadOf(message),
    {
      vapidDetails: { subject: context.contact, publicKey: serverKey, privateKey },
      TTL: TTL_SECONDS,
      urgency: 'high',
    },
  );
}

interface Result {
  readonly outcome: Outcome;
  readonly problem?: string;
}

async function post(context: SendContext, message: ClaimedMessage): Promise<Result> {
  const { policy, ...network } = context.network;
  const { kind } = message;
  // Subscriptions of earlier versions.
  if (kind === 'push' && !(URL.canParse(message.endpoint) && isBrowserKey(message.publicKey)))
    return { outcome: 'gone', problem: 'no message can be sent to it' };
  const target = new URL(message.endpoint);
  // Names are checked when they are resolved.
  if (isIP(target.hostname) !== 0 && !policy.allowsAddress(target.hostname))
    return { outcome: kind === 'push' ? 'gone' : 'lost', problem: 'its address is not public' };
  const { headers, body } = await requestOf(context, message);
  let isConnected = false;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = requestHttps(target, {
        method: 'POST',
        // Without an agent, no connection is shared with requests of other names.
        agent: false,
        headers,
        lookup: checkedLookup(policy),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...network,
      });
      request.on('socket', (socket) => {
        socket.on('secureConnect', () => {
          isConnected = true;
        });
      });
      request.on('response', resolve);
      request.on('error', reject);
      request.end(body);
    });
    response.destroy();
    const { statusCode = 0 } = response;
    return { outcome: outcomeOf(kind, statusCode), problem: `status ${statusCode}` };
  } catch (error) {
    // Browsers would show a repeated message again. Webhooks recognize it by its id.
    const problem = error instanceof Error ? error.message : String(error);
    return { outcome: isConnected && kind === 'push' ? 'lost' : 'unsent', problem };
  }
}

function outcomeOf(kind: ClaimedMessage['kind'], status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  if (kind === 'push' && (status === 404 || status === 410)) return 'gone';
  return status === 429 || status >= 500 ? 'unsent' : 'lost';
}
