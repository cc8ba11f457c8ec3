import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import webPush from 'web-push';
import type { AlertRule, Firing } from '#contract/alerts.ts';
import { notificationOf } from '#contract/format/alert-text.ts';
import type { Config } from '#service/config/config.ts';
import type { Clock } from '#service/config/context.ts';
import { type AddressPolicy, checkedLookup } from '#service/server/public-internet.ts';
import { rows, type Store } from '#service/store/database.ts';
import { deleteSubscription, isBrowserKey, readPushKey } from './subscriptions.ts';
import { webhookRequest } from './webhooks.ts';

const TIMEOUT_MS = 5_000;
/** Push services keep a message for a browser that is off for as long. Older ones are not sent. */
const TTL_SECONDS = 3600;
const MAX_ATTEMPTS = 5;
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

/** Claims messages that are due. They are never claimed again, unless their endpoint has not received them. */
export async function claimMessages(store: Store, max: number): Promise<ClaimedMessage[]> {
  const claimed = await rows<Omit<ClaimedMessage, 'rule' | 'firing'> & { rule: string; firing: string }>(
    store.db,
    sql`with due as (
        select subscription_id, alert_id, time from alert_message
        where send_at <= now() order by send_at limit ${max} for update skip locked
      )
      update alert_message m set send_at = null, attempts = attempts + 1
      from due, alert_subscription s
      where (m.subscription_id, m.alert_id, m.time) = (due.subscription_id, due.alert_id, due.time)
        and s.id = m.subscription_id
      returning m.subscription_id as "subscriptionId", m.alert_id as "alertId", m.time::text as time,
        m.rule::text as rule, m.firing::text as firing, m.attempts, s.kind, s.endpoint, s.public_key as "publicKey", s.secret`,
  );
  return claimed.map((message) => ({
    ...message,
    rule: JSON.parse(message.rule),
    firing: JSON.parse(message.firing),
  }));
}

/**
 * Sends a claimed message. A subscription of a browser that no longer exists is deleted with everything that is stored for it.
 * Rejects if a webhook has not accepted the message after all attempts.
 */
export async function sendMessage(context: SendContext, message: ClaimedMessage): Promise<Outcome> {
  const { store, clock } = context;
  if (message.firing.time < clock.now().getTime() - TTL_SECONDS * 1000) return 'lost';
  const { outcome, problem } = await post(context, message);
  if (outcome === 'gone') await deleteSubscription(store, message.endpoint, message.secret);
  if (outcome === 'unsent' && message.attempts < MAX_ATTEMPTS) {
    const { subscriptionId, alertId, time, attempts } = message;
    await store.db.execute(
      sql`update alert_message set send_at = now() + make_interval(secs => ${FIRST_RETRY_SECONDS * 4 ** (attempts - 1)})
        where subscription_id = ${subscriptionId} and alert_id = ${alertId} and time = ${time}::timestamptz`,
    );
  } else if (outcome !== 'sent' && message.kind === 'webhook')
    throw new Error(
      `The webhook at ${new URL(message.endpoint).host} has not accepted a message: ${problem}`,
    );
  return outcome;
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
