import { createHmac, ECDH, randomUUID } from 'node:crypto';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import webPush from 'web-push';
import { InvalidValueError } from '#contract/errors.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import { MAX_PUSH_FIRINGS, type subscribe } from '#contract/push.ts';
import { type Database, rows, type Store } from '#service/store/database.ts';
import { alertMessage, alertRule, alertSubscription, pushKey } from '#service/store/schema.ts';
import { StoreUnavailableError } from '#service/store/store-errors.ts';

/** A client may have several browsers, and a network several clients. */
const MAX_PER_CLIENT = 20;

export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Creates the key pair of this service, unless it has one. */
export async function createPushKey(store: Pick<Store, 'db'>): Promise<void> {
  await store.db
    .insert(pushKey)
    .values({ id: 1, ...webPush.generateVAPIDKeys() })
    .onConflictDoNothing();
}

/** Throws StoreUnavailableError until the key pair has been created. */
export async function readPushKey(db: Database): Promise<KeyPair> {
  const [pair] = await db.select().from(pushKey);
  if (!pair) throw new StoreUnavailableError('The service has no key for push services yet');
  return pair;
}

/** The limit of subscriptions of the service, or of a client, is reached. */
export class SubscriptionLimitError extends Error {
  override readonly name = 'SubscriptionLimitError';
}

/** An arbitrary key that no other advisory lock in the database uses. */
const LOCK_KEY = sql.raw('1795720911');

/** Transactions that change several alerts hold it, so that none waits for another that waits for it. */
export async function lockAlerts(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})`);
}

/**
 * SQL of whom a subscription has its share from, of the time of evaluations and of the messages that are sent at the same time:
 * the client of a browser, or the webhook.
 */
export const sharerOf = sql.raw(`case kind when 'push' then encode(client, 'hex') else id::text end`);

/** Whether the key of a browser is a point of the curve, so that messages can be encrypted. */
export function isBrowserKey(publicKey: string | null): boolean {
  try {
    ECDH.convertKey(publicKey ?? '', 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

/**
 * Stores a subscription and its alerts. Returns its latest firings. Throws InvalidValueError if no message can be sent to it,
 * or if the secret or the key of the service is another one, and SubscriptionLimitError.
 */
export async function saveSubscription(
  store: Pick<Store, 'transaction'>,
  { endpoint, publicKey, auth, serverKey, alerts }: InputOf<typeof subscribe>,
  client: string,
  maxSubscriptions: number,
): Promise<ResponseOf<typeof subscribe>> {
  // The pattern of the contract does not ensure a valid host.
  if (!URL.canParse(endpoint)) throw new InvalidValueError('endpoint');
  if (!isBrowserKey(publicKey)) throw new InvalidValueError('publicKey');
  return await store.transaction(async (db) => {
    await lockAlerts(db);
    const key = await readPushKey(db);
    if (key.publicKey !== serverKey) throw new InvalidValueError('serverKey');
    const hash = createHmac('sha256', key.privateKey).update(client).digest();
    await requireRoom(db, endpoint, hash, maxSubscriptions);
    const added = { kind: 'push', endpoint, publicKey, secret: auth, client: hash } as const;
    const [saved] = await db
      .insert(alertSubscription)
      .values({ id: randomUUID(), createdAt: new Date(), ...added })
      .onConflictDoUpdate({
        target: alertSubscription.endpoint,
        set: { publicKey },
        setWhere: sql`${alertSubscription.secret} = ${auth}`,
      })
      .returning({ id: alertSubscription.id });
    if (!saved) throw new InvalidValueError('auth');
    await replaceRules(db, saved.id, alerts);
    return { firings: await queryFirings(db, saved.id) };
  });
}

async function requireRoom(
  db: Database,
  endpoint: string,
  client: Buffer,
  maxSubscriptions: number,
): Promise<void> {
  const [exceeded] = await rows(
    db,
    sql`select from alert_subscription
      having not coalesce(bool_or(endpoint = ${endpoint}), false)
        and (count(*) filter (where kind = 'push') >= ${maxSubscriptions} or count(*) filter (where client = ${client}) >= ${MAX_PER_CLIENT})`,
  );
  if (exceeded) throw new SubscriptionLimitError();
}

/** Stores the alerts of a subscription in place of those it had. Equal ones keep what they have seen. */
export async function replaceRules(
  db: Database,
  subscriptionId: string,
  alerts: InputOf<typeof subscribe>['alerts'],
): Promise<void> {
  const ids = alerts.map(({ id }) => id);
  await db.execute(
    sql`delete from alert_rule
      where subscription_id = ${subscriptionId} and id <> all(${sql.param(ids)}::text[])`,
  );
  await db
    .insert(alertRule)
    .values(alerts.map((alert) => ({ subscriptionId, id: alert.id, alert })))
    .onConflictDoUpdate({
      target: [alertRule.subscriptionId, alertRule.id],
      set: {
        alert: sql`excluded.alert`,
        state: sql`null`,
        isDone: sql`false`,
        revision: sql`${alertRule.revision} + 1`,
      },
      setWhere: sql`${alertRule.alert} <> excluded.alert`,
    });
}

function queryFirings(db: Database, subscriptionId: string) {
  return db
    .select({ alertId: alertMessage.alertId, firing: alertMessage.firing })
    .from(alertMessage)
    .where(eq(alertMessage.subscriptionId, subscriptionId))
    .orderBy(desc(alertMessage.time))
    .limit(MAX_PUSH_FIRINGS);
}

/** Deletes the subscription with this endpoint and secret, and all that is stored for it. */
export async function deleteSubscription(
  store: Pick<Store, 'transaction'>,
  endpoint: string,
  secret: string,
): Promise<void> {
  await store.transaction(async (db) => {
    await lockAlerts(db);
    await deleteSubscriptions(db, sql`endpoint = ${endpoint} and secret = ${secret}`);
  });
}

/** Deletes the subscriptions that meet a condition, and all that is stored for them. */
export async function deleteSubscriptions(db: Database, condition: SQL): Promise<void> {
  await db.execute(
    sql`with deleted as (
        delete from alert_subscription where ${condition} returning id
      ), rules as (
        delete from alert_rule where subscription_id in (select id from deleted)
      )
      delete from alert_message where subscription_id in (select id from deleted)`,
  );
}
