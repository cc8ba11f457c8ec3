import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Plan } from '#contract/operations.ts';
import { readJsonArrayFile, requireDistinct, SettingError } from './setting-values.ts';

/** An API key. Only its digest is stored, so the key itself can never be printed. */
export interface ApiKey {
  readonly digest: Buffer;
  readonly plan: Plan;
  /** Requests per second; 0 for no limit, undefined for the default limit. */
  readonly rate: number | undefined;
}

export function keyDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

// The characters allowed after `Authorization: Bearer` (RFC 6750, b64token).
const entry = z.strictObject({
  key: z.string().check(z.regex(/^[A-Za-z0-9._~+/-]+=*$/), z.maxLength(512)),
  plan: z.enum(['free', 'paid']),
  rate: z.optional(z.int().check(z.gte(0), z.lte(1_000_000))),
});

const fieldErrors: Readonly<Record<string, string>> = {
  key: '"key" must be a string of letters, digits and -._~+/',
  plan: '"plan" must be "free" or "paid"',
  rate: '"rate" must be an integer from 0 to 1000000',
};

/** Reads a JSON array of {key, plan, rate?}. Throws SettingError; its messages name the file and never a key. */
export function readApiKeys(file: string): ApiKey[] {
  const keys = readJsonArrayFile(file).map((value, index) => readEntry(file, value, index + 1));
  const digests = keys.map(({ digest }) => digest.toString('hex'));
  requireDistinct(digests, 'key', `${file}: `);
  return keys;
}

function readEntry(file: string, value: unknown, position: number): ApiKey {
  const { success, data, error } = z.safeParse(entry, value);
  if (success) return { digest: keyDigest(data.key), plan: data.plan, rate: data.rate };
  const field = String(error.issues[0]?.path[0] ?? '');
  throw new SettingError(
    `${file}: entry ${position}: ${fieldErrors[field] ?? 'expected an object with "key", "plan" and, if any, "rate"'}`,
  );
}
