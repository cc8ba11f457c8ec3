import { createHash, createHmac, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AlertRule, Firing } from '#contract/alerts.ts';
import { notificationOf } from '#contract/format/alert-text.ts';
import type { Config } from '#service/config/config.ts';
import type { Webhook } from '#service/config/webhooks.ts';
import { rows, type Store } from '#service/store/database.ts';
import { alertRule, alertSubscription } from '#service/store/schema.ts';
import { deleteSubscriptions, lockAlerts, replaceRules } from './subscriptions.ts';

/**
 * Stores the webhooks of the settings with their alerts, in place of those of earlier settings. Alerts that are the same as
 * before keep what they have seen; others count from `now` on.
 */
export async function storeWebhooks(
  store: Pick<Store, 'transaction'>,
  webhooks: readonly Webhook[],
  now: Date,
): Promise<void> {
  await store.transaction(async (db) => {
    await lockAlerts(db);
    const urls = webhooks.map(({ url }) => url);
    await deleteSubscriptions(db, sql`kind = 'webhook' and endpoint <> all(${sql.param(urls)}::text[])`);
    for (const { url, secret, alerts } of webhooks) {
      const added = {
        kind: 'webhook',
        endpoint: url,
        secret,
        client: Buffer.alloc(0),
        createdAt: now,
      } as const;
      const [saved] = await db
        .insert(alertSubscription)
        .values({ id: randomUUID(), ...added })
        .onConflictDoUpdate({
          target: alertSubscription.endpoint,
          set: { kind: 'webhook', secret, publicKey: null },
        })
        .returning({ id: alertSubscription.id });
      if (!saved) continue;
      const unchanged = await rows<{ id: string; since: number }>(
        db,
        sql`select id, (alert -> 'since')::text::float8 as since from ${alertRule}
          where subscription_id = ${saved.id}
            and alert - 'since' = any(${sql.param(alerts.map((alert) => JSON.stringify(alert)))}::jsonb[])`,
      );
      const since = new Map(unchanged.map((rule) => [rule.id, rule.since]));
      await replaceRules(
        db,
        saved.id,
        // That of a clock that was ahead would silence the alert until then.
        alerts.map((alert) => ({
          ...alert,
          since: Math.min(since.get(alert.id) ?? Number.POSITIVE_INFINITY, now.getTime()),
        })),
      );
    }
  });
}

/** Of the moment when it was signed, in seconds since 1970, and the HMAC-SHA256 of that, a point and the body, as hex digits. */
const SIGNATURE = 'jetscope-signature';
/** The same for all attempts to send a message. */
const DELIVERY = 'jetscope-delivery';

interface WebhookMessage {
  readonly subscriptionId: string;
  readonly alertId: string;
  /** Identifies the firing of the alert. */
  readonly time: string;
  readonly rule: AlertRule;
  readonly firing: Firing;
  readonly secret: string;
}

/** Returns the request that tells a webhook of a firing (docs/operations.md). */
export function webhookRequest(
  { subscriptionId, alertId, time, rule, firing, secret }: WebhookMessage,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  signedAt: Date,
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const { title, path } = notificationOf({ id: alertId, rule }, firing);
  const delivery = createHash('sha256')
    .update(`${subscriptionId} ${alertId} ${time}`)
    .digest('hex')
    .slice(0, 32);
  const body = JSON.stringify({
    delivery,
    alert: alertId,
    text: title,
    ...firing,
    time: new Date(firing.time).toISOString(),
    rule,
    ...(publicUrl !== undefined && { url: publicUrl + path }),
  });
  const seconds = Math.floor(signedAt.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'jetscope',
      [DELIVERY]: delivery,
      [SIGNATURE]: `t=${seconds},v1=${signature}`,
    },
    body,
  };
}
