import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { keyDigest } from './api-keys.ts';
import { helpText, readConfig, settings } from './config.ts';
import { SettingError } from './setting-values.ts';

const folder = mkdtempSync(join(tmpdir(), 'jetscope-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function jsonFile(content: unknown): string {
  const file = join(folder, `${Math.random()}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function errorOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
  return 'none';
}

test('applies defaults', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: '.data',
    databaseUrl: undefined,
    directUrl: undefined,
    pooler: 'none',
    poolSize: 10,
    role: 'all',
    maxLag: 60,
    shutdownDelay: 0,
    asOf: undefined,
    rateLimit: 50,
    apiKeys: undefined,
    exchanges: ['stonfi', 'dedust', 'tonco'],
    stables: ['0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe'],
    streams: 1000,
    streamsPerClient: 10,
    pushSubscriptions: 1000,
    pushContact: undefined,
    nativeName: 'Gram',
    nativeSymbol: 'GRAM',
    nativeCoin: { name: 'Gram', symbol: 'GRAM' },
    logLevel: 'info',
    demoJettons: 1000,
    demoSeed: 1,
    publicUrl: undefined,
    imageProxy: 'off',
    pageRendering: 'on',
    trustedProxies: undefined,
    metricsAllow: undefined,
    webhooksFile: undefined,
    webhooks: [],
    feedsFile: undefined,
    feeds: [],
    isDemoRequested: false,
  });
});

const USDT = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
const rule = { type: 'price', symbol: 'USD₮', side: 'below', value: 0.99 };
const webhook = {
  url: 'https://hooks.example/1',
  secretEnv: 'HOOK_SECRET',
  alerts: [
    {
      id: 'usdt',
      repeat: 'hour',
      rule: { ...rule, address: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs' },
    },
  ],
};

test.each([
  ['"url" must be an https URL without a port', { ...webhook, url: 'http://hooks.example/' }],
  ['"url" must be an https URL without a port', { ...webhook, url: 'https://hooks.example:8443/' }],
  ['"secretEnv" must be the name of an environment variable', { ...webhook, secretEnv: 'a secret' }],
  ['"alerts" must be a list of alerts with "id", "rule" and "repeat"', { ...webhook, alerts: 'none' }],
  [
    '"alerts" must be a list of alerts with "id", "rule" and "repeat", alert 1: rule is invalid',
    { ...webhook, alerts: [{ id: 'usdt', repeat: 'hour', rule }] },
  ],
  [
    '"alerts" must be a list of alerts with "id", "rule" and "repeat", alert 1: repeat is invalid',
    { ...webhook, alerts: [{ ...webhook.alerts[0], repeat: 'always' }] },
  ],
  ['expected an object with "url", "secretEnv" and "alerts"', null],
  ['the environment variable OTHER must have at least 16 characters', { ...webhook, secretEnv: 'OTHER' }],
])('a webhook is refused: %s', (message, entry) => {
  const file = jsonFile([entry]);
  const environment = { WEBHOOKS_FILE: file, HOOK_SECRET: 'a secret of some length', OTHER: 'too short' };
  expect(() => readConfig(environment)).toThrow(`WEBHOOKS_FILE: ${file}: entry 1: ${message}`);
});

test.each([
  ['is not valid JSON', 'junk'],
  ['must contain a JSON array', '{}'],
])('a file of webhooks that %s is named with its setting', (problem, text) => {
  const file = jsonFile(text);
  expect(errorOf({ WEBHOOKS_FILE: file })).toBe(`WEBHOOKS_FILE: ${file} ${problem}`);
});

test('two webhooks with the same URL are refused', () => {
  const environment = { WEBHOOKS_FILE: jsonFile([webhook, webhook]), HOOK_SECRET: 'a secret of some length' };
  expect(() => readConfig(environment)).toThrow('entry 2 has the same URL as entry 1');
});

test('reads every setting', () => {
  const file = jsonFile([
    { key: 'paid-key', plan: 'paid', rate: 200 },
    { key: 'free-key', plan: 'free' },
  ]);
  const feedsFile = jsonFile([{ name: 'rates', kind: 'fx' }]);
  const webhooksFile = jsonFile([webhook]);
  const config = readConfig({
    PORT: '0',
    HOST: '::',
    DATA_DIR: '/var/lib/jetscope',
    DATABASE_URL: 'postgresql://user:secret@host:5432/database',
    DATABASE_DIRECT_URL: 'postgresql://user:secret@host:5433/database',
    DATABASE_POOLER: 'transaction',
    DATABASE_POOL_SIZE: '20',
    ROLE: 'worker',
    MAX_LAG: '5',
    SHUTDOWN_DELAY: '3',
    AS_OF: '2026-01-29T08:50:00+01:00',
    RATE_LIMIT: '0',
    API_KEYS_FILE: file,
    EXCHANGES: 'stonfi_v2, dedust,dedust',
    STABLES: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    STREAMS: '20',
    STREAMS_PER_CLIENT: '0',
    PUSH_SUBSCRIPTIONS: '50',
    PUSH_CONTACT: 'mailto:operator@jetscope.example',
    LOG_LEVEL: 'silent',
    DEMO_JETTONS: '200000',
    DEMO_SEED: '7',
    PUBLIC_URL: 'https://jetscope.example/at/',
    IMAGE_PROXY: 'on',
    PAGE_RENDERING: 'off',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8',
    METRICS_ALLOW: '10.1.2.3, 10.2.0.0/16',
    NATIVE_NAME: 'Other Coin',
    NATIVE_SYMBOL: ' OTH ',
    FEEDS_FILE: feedsFile,
    WEBHOOKS_FILE: webhooksFile,
    HOOK_SECRET: 'a secret of some length',
  });
  expect(config).toEqual({
    port: 0,
    host: '::',
    dataDir: '/var/lib/jetscope',
    databaseUrl: 'postgresql://user:secret@host:5432/database',
    directUrl: 'postgresql://user:secret@host:5433/database',
    pooler: 'transaction',
    poolSize: 20,
    role: 'worker',
    maxLag: 5,
    shutdownDelay: 3,
    asOf: new Date('2026-01-29T07:50:00Z'),
    rateLimit: 0,
    apiKeys: [
      { digest: keyDigest('paid-key'), plan: 'paid', rate: 200 },
      { digest: keyDigest('free-key'), plan: 'free', rate: undefined },
    ],
    exchanges: ['stonfi_v2', 'dedust'],
    stables: ['0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe'],
    streams: 20,
    streamsPerClient: 0,
    pushSubscriptions: 50,
    pushContact: 'mailto:operator@jetscope.example',
    nativeName: 'Other Coin',
    nativeSymbol: 'OTH',
    nativeCoin: { name: 'Other Coin', symbol: 'OTH' },
    logLevel: 'silent',
    demoJettons: 200_000,
    demoSeed: 7,
    publicUrl: 'https://jetscope.example/at',
    imageProxy: 'on',
    pageRendering: 'off',
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    metricsAllow: ['10.1.2.3', '10.2.0.0/16'],
    webhooksFile,
    webhooks: [
      {
        url: 'https://hooks.example/1',
        secret: 'a secret of some length',
        alerts: [{ id: 'usdt', repeat: 'hour', rule: { ...webhook.alerts[0]?.rule, address: USDT } }],
      },
    ],
    feedsFile,
    feeds: [expect.objectContaining({ name: 'rates', kind: 'fx' })],
    isDemoRequested: true,
  });
});

test('treats an empty value as not set', () => {
  const empty = Object.fromEntries(Object.values(settings).map(({ name }) => [name, ' ']));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test.each([
  [{ PORT: 'http' }, 'PORT: expected an integer from 0 to 65535, got "http"'],
  [{ PORT: '65536' }, 'PORT: expected an integer from 0 to 65535, got "65536"'],
  [{ PORT: '80.5' }, 'PORT: expected an integer from 0 to 65535, got "80.5"'],
  [{ HOST: 'a b' }, 'HOST: expected an IP address or a host name, got "a b"'],
  [{ HOST: 'http://x' }, 'HOST: expected an IP address or a host name, got "http://x"'],
  [
    { AS_OF: '2026-02-30T00:00:00Z' },
    'AS_OF: expected a timestamp such as 2026-01-29T07:50:00Z, got "2026-02-30T00:00:00Z"',
  ],
  [
    { AS_OF: '0001-01-01T00:00:00Z' },
    'AS_OF: expected a timestamp between 2000 and 2099, got "0001-01-01T00:00:00Z"',
  ],
  [
    { AS_OF: 'today\nor not' },
    'AS_OF: expected a timestamp such as 2026-01-29T07:50:00Z, got "today\\nor not"',
  ],
  [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT: expected an integer from 0 to 1000000, got "-1"'],
  [
    { EXCHANGES: 'a,,b' },
    'EXCHANGES: expected exchange IDs of lowercase letters, digits, ".", "_" and "-", got ""',
  ],
  [{ STABLES: '0:12' }, 'STABLES: expected jetton addresses, got "0:12"'],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent, got "loud"',
  ],
  [
    { PUSH_CONTACT: 'operator@jetscope.example' },
    'PUSH_CONTACT: expected an https or mailto URL such as mailto:operator@jetscope.example',
  ],
  [{ IMAGE_PROXY: 'yes' }, 'IMAGE_PROXY: expected one of off, on, got "yes"'],
  [{ NATIVE_NAME: 'a\u200bb' }, 'NATIVE_NAME: expected at most 32 visible characters, got "a\u200bb"'],
  [
    { NATIVE_SYMBOL: 'A symbol too long' },
    'NATIVE_SYMBOL: expected at most 12 visible characters, got "A symbol too long"',
  ],
  [{ DEMO_JETTONS: '0' }, 'DEMO_JETTONS: expected an integer from 1 to 1000000, got "0"'],
  [{ DEMO_SEED: '1e3' }, 'DEMO_SEED: expected an integer from 0 to 4294967295, got "1e3"'],
  [
    { PUBLIC_URL: 'jetscope.example' },
    'PUBLIC_URL: expected an HTTP(S) URL such as https://jetscope.example',
  ],
  [{ PUBLIC_URL: 'https://a:b@c' }, 'PUBLIC_URL: expected an HTTP(S) URL such as https://jetscope.example'],
  [
    { DATABASE_URL: 'mysql://user:secret@host/database' },
    'DATABASE_URL: expected a URL such as postgresql://user@host:5432/database, with special characters of a password percent-encoded',
  ],
  [{ ROLE: 'reader' }, 'ROLE: expected one of all, api, worker, got "reader"'],
  [{ ROLE: 'api' }, 'ROLE: "api" requires DATABASE_URL, because an embedded database cannot be shared'],
  [{ DATABASE_POOLER: 'transaction' }, 'DATABASE_POOLER and DATABASE_DIRECT_URL require DATABASE_URL'],
  [
    { DATABASE_POOLER: 'transaction', DATABASE_URL: 'postgresql://a@b/c', ROLE: 'worker' },
    'DATABASE_DIRECT_URL is required for ROLE "worker" with DATABASE_POOLER',
  ],
])('rejects %o', (environment, message) => {
  expect(errorOf(environment)).toBe(message);
});

test.each(['proxy', '10.0.0.0/33', '10.0.0.0/0', '::1/', '::1/8/8'])(
  'rejects %s as a proxy address',
  (entry) => {
    expect(errorOf({ TRUSTED_PROXIES: `::1,${entry}` })).toBe(
      `TRUSTED_PROXIES: expected IP addresses or ranges such as 10.0.0.0/8, got "${entry}"`,
    );
  },
);

describe('API_KEYS_FILE', () => {
  test.each([
    ['{"key": "top-secret"', ' is not valid JSON'],
    [{ key: 'top-secret' }, ' must contain a JSON array'],
    [['top-secret'], ': entry 1: expected an object with "key", "plan" and, if any, "rate"'],
    [
      [{ key: 'top-secret', plan: 'paid', rat: 1 }],
      ': entry 1: expected an object with "key", "plan" and, if any, "rate"',
    ],
    [
      [{ key: 'top secret', plan: 'paid' }],
      ': entry 1: "key" must be a string of letters, digits and -._~+/',
    ],
    [[{ key: 'top-secret', plan: 'gold' }], ': entry 1: "plan" must be "free" or "paid"'],
    [
      [{ key: 'top-secret', plan: 'paid', rate: -1 }],
      ': entry 1: "rate" must be an integer from 0 to 1000000',
    ],
    [
      [
        { key: 'top-secret', plan: 'paid' },
        { key: 'top-secret', plan: 'free' },
      ],
      ': entry 2 has the same key as entry 1',
    ],
  ])('rejects %j with the name of the file and without the key', (content, message) => {
    const file = jsonFile(content);
    expect(errorOf({ API_KEYS_FILE: file })).toBe(`API_KEYS_FILE: ${file}${message}`);
  });

  test('reports a missing file', () => {
    const file = join(folder, 'missing.json');
    expect(errorOf({ API_KEYS_FILE: file })).toBe(`API_KEYS_FILE: ${file} cannot be read (ENOENT)`);
  });

  test('does not store the key itself', () => {
    const config = readConfig({ API_KEYS_FILE: jsonFile([{ key: 'top-secret', plan: 'paid' }]) });
    expect(JSON.stringify(config)).not.toContain('top-secret');
  });
});

test('the help lists every setting with its default', () => {
  const text = helpText();
  for (const script of ['live', 'backup', 'import', 'feed']) expect(text).toContain(`  npm run ${script} `);
  for (const { name, description, defaultText } of Object.values(settings)) {
    expect(text).toContain(`  ${name} `);
    expect(text).toContain(description);
    expect(text).toContain(defaultText);
  }
});
