import * as z from 'zod/mini';
import { parseAddress } from '#contract/address.ts';
import { isObject } from '#contract/normalize-input.ts';
import { endpoint, type PushAlert, pushAlerts } from '#contract/push.ts';
import { type Environment, readJsonArrayFile, requireDistinct, SettingError } from './setting-values.ts';

/** An https address of the operator that alerts call. */
export interface Webhook {
  readonly url: string;
  /** Key of the signatures. */
  readonly secret: string;
  /** They count from the time when they are first stored. */
  readonly alerts: readonly Omit<PushAlert, 'since'>[];
}

const MIN_SECRET_LENGTH = 16;

const entry = z.strictObject({
  url: endpoint,
  secretEnv: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)),
  alerts: z.pipe(z.transform(withRawAddresses), pushAlerts),
});

const fieldErrors: Readonly<Record<string, string>> = {
  url: '"url" must be an https URL without a port',
  secretEnv: '"secretEnv" must be the name of an environment variable',
  alerts: '"alerts" must be a list of alerts with "id", "rule" and "repeat"',
};

/**
 * Reads WEBHOOKS_FILE, a JSON array of {url, secretEnv, alerts}. Throws SettingError with one line that names the file, the
 * entry and the field, and never a secret.
 */
export function readWebhooksFile(file: string, environment: Environment): Webhook[] {
  const subject = `WEBHOOKS_FILE: ${file}`;
  const webhooks = readJsonArrayFile(file, subject).map((value, index) => {
    const fail = (message: string) => new SettingError(`${subject}: entry ${index + 1}: ${message}`);
    const { success, data, error } = z.safeParse(entry, value);
    if (!success) {
      const [issue] = error.issues;
      const [field, position, ...path] = issue?.path.map(String) ?? [];
      const place =
        position === undefined ? '' : `, alert ${Number(position) + 1}: ${path.join('.')} is invalid`;
      throw fail(
        (fieldErrors[field ?? ''] ?? 'expected an object with "url", "secretEnv" and "alerts"') + place,
      );
    }
    const secret = environment[data.secretEnv] ?? '';
    if (secret.length < MIN_SECRET_LENGTH)
      throw fail(
        `the environment variable ${data.secretEnv} must have at least ${MIN_SECRET_LENGTH} characters`,
      );
    return { url: data.url, secret, alerts: data.alerts.map(({ since: _since, ...alert }) => alert) };
  });
  const urls = webhooks.map(({ url }) => url);
  requireDistinct(urls, 'URL', `${subject}: `);
  return webhooks;
}

/** The addresses in a file may have any form. Alerts in it have no `since`, which `pushAlerts` requires. */
function withRawAddresses(alerts: unknown): unknown {
  if (!Array.isArray(alerts)) return alerts;
  return alerts.map((alert: unknown) => {
    if (!isObject(alert)) return alert;
    const { rule } = alert;
    const address =
      isObject(rule) && typeof rule.address === 'string' ? parseAddress(rule.address) : undefined;
    return {
      ...alert,
      since: 0,
      rule: address !== undefined && isObject(rule) ? { ...rule, address } : rule,
    };
  });
}
