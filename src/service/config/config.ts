import { defaultNativeCoin, MAX_COIN_NAME, MAX_COIN_SYMBOL, type NativeCoin } from '#contract/native-coin.ts';
import type { StoreLocation } from '#service/store/database.ts';
import { type ApiKey, readApiKeys } from './api-keys.ts';
import { type FeedConfig, readFeedsFile } from './feed-config.ts';
import {
  addresses,
  contactUrl,
  databaseUrl,
  displayText,
  type Environment,
  exchangeIds,
  host,
  integer,
  networks,
  oneOf,
  optional,
  publicUrl,
  required,
  type Setting,
  SettingError,
  timestamp,
} from './setting-values.ts';
import { readWebhooksFile, type Webhook } from './webhooks.ts';

const USDT = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
const roles = ['all', 'api', 'worker'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const settings = {
  port: required('PORT', '8080', 'Port to listen on; 0 selects any free port', integer(0, 65_535)),
  host: required('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 or :: for all interfaces', host),
  dataDir: required('DATA_DIR', '.data', 'Folder of the embedded database', (text: string) => text),
  databaseUrl: optional(
    'DATABASE_URL',
    'URL of a PostgreSQL server (15 or newer) to use instead of the embedded database',
    databaseUrl,
  ),
  directUrl: optional(
    'DATABASE_DIRECT_URL',
    'URL of the same server without the pooler, for migrations, imports and full calculations; default: DATABASE_URL',
    databaseUrl,
  ),
  pooler: required(
    'DATABASE_POOLER',
    'none',
    '"transaction" if DATABASE_URL points to a connection pooler in transaction mode, such as PgBouncer',
    oneOf(['none', 'transaction']),
  ),
  poolSize: required(
    'DATABASE_POOL_SIZE',
    '10',
    'Maximum number of connections to DATABASE_URL, for requests and updates',
    integer(3, 1000),
  ),
  role: required(
    'ROLE',
    'all',
    '"api" only answers requests, also from a read replica; "worker" runs feeds and calculations and answers no requests; "all" does both',
    oneOf(roles),
  ),
  maxLag: required(
    'MAX_LAG',
    '60',
    'Replication lag in seconds above which /readyz of a service on a read replica fails',
    integer(1, 86_400),
  ),
  shutdownDelay: required(
    'SHUTDOWN_DELAY',
    '0',
    'Seconds to keep answering requests after SIGTERM while /readyz fails, so that load balancers notice',
    integer(0, 300),
  ),
  asOf: optional(
    'AS_OF',
    'Fixed time that all values are calculated for; default: the time of the data',
    timestamp,
  ),
  rateLimit: required(
    'RATE_LIMIT',
    '50',
    'Requests per second for each API key, or for each IP address without a key; pages, files and images allow ten times as many per IP address, at least 200; 0 disables the limits',
    integer(0, 1_000_000),
  ),
  streams: required(
    'STREAMS',
    '1000',
    'Maximum number of open streams (/v1/stream) of this process',
    integer(1, 100_000),
  ),
  streamsPerClient: required(
    'STREAMS_PER_CLIENT',
    '10',
    'Maximum number of open streams for each API key, or for each IP address without a key; 0 disables the limit',
    integer(0, 100_000),
  ),
  pushSubscriptions: required(
    'PUSH_SUBSCRIPTIONS',
    '1000',
    'Maximum number of browsers that receive alerts while no page is open; 0 disables these alerts',
    integer(0, 1_000_000),
  ),
  pushContact: optional(
    'PUSH_CONTACT',
    'Where push services of browsers reach the operator: an https or mailto URL; default: PUBLIC_URL',
    contactUrl,
  ),
  webhooksFile: optional(
    'WEBHOOKS_FILE',
    'JSON file with alerts that call https addresses, [{"url", "secretEnv", "alerts"}]; without it, none do',
    (text: string) => text,
  ),
  apiKeys: optional<ApiKey[]>(
    'API_KEYS_FILE',
    'JSON file with API keys, [{"key", "plan": "free" or "paid", "rate"}]; without it, all operations are open to everyone',
    readApiKeys,
  ),
  feedsFile: optional(
    'FEEDS_FILE',
    'JSON file with data feeds, [{"name", "kind", "url", "poolsUrl", "exchange", "from", "rate", "keyEnv"}]; without it, the data is imported or simulated',
    (text: string) => text,
  ),
  exchanges: required(
    'EXCHANGES',
    'stonfi,dedust,tonco',
    'Exchange IDs accepted in imports and filters',
    exchangeIds,
  ),
  stables: required('STABLES', USDT, 'Addresses of USD stablecoins', addresses),
  nativeName: required(
    'NATIVE_NAME',
    defaultNativeCoin.name,
    'Name of the native coin of TON in responses and on pages',
    displayText(MAX_COIN_NAME),
  ),
  nativeSymbol: required(
    'NATIVE_SYMBOL',
    defaultNativeCoin.symbol,
    'Symbol of the native coin of TON in responses and on pages',
    displayText(MAX_COIN_SYMBOL),
  ),
  logLevel: required('LOG_LEVEL', 'info', `Minimum log level: ${LOG_LEVELS.join(', ')}`, oneOf(LOG_LEVELS)),
  demoJettons: required(
    'DEMO_JETTONS',
    '1000',
    'Number of jettons in the simulated market',
    integer(1, 1_000_000),
  ),
  demoSeed: required('DEMO_SEED', '1', 'Random seed of the simulated market', integer(0, 2 ** 32 - 1)),
  publicUrl: optional(
    'PUBLIC_URL',
    'Public base URL; without it, links in responses use the Host header, and pages state their own URL only on a loopback host',
    publicUrl,
  ),
  imageProxy: required(
    'IMAGE_PROXY',
    'off',
    '"on" loads images of jettons through this service, so that their servers do not see who looks; "off" links to them',
    oneOf(['off', 'on']),
  ),
  pageRendering: required(
    'PAGE_RENDERING',
    'on',
    '"on" sends pages with the numbers that they show first; with "off", the scripts of pages request them',
    oneOf(['on', 'off']),
  ),
  trustedProxies: optional(
    'TRUSTED_PROXIES',
    'IP addresses and ranges of proxies whose X-Forwarded-For header is trusted for rate limits and logs',
    networks,
  ),
  metricsAllow: optional(
    'METRICS_ALLOW',
    'IP addresses and ranges that may read /metrics, in addition to this machine',
    networks,
  ),
} as const;

type Values = { readonly [Key in keyof typeof settings]: ReturnType<(typeof settings)[Key]['parse']> };

export interface Config extends Values {
  /** Whether DEMO_JETTONS is set. A PostgreSQL server is filled with a simulated market only then. */
  readonly isDemoRequested: boolean;
  /** NATIVE_NAME and NATIVE_SYMBOL. */
  readonly nativeCoin: NativeCoin;
  /** The feeds in FEEDS_FILE. */
  readonly feeds: readonly FeedConfig[];
  /** The webhooks in WEBHOOKS_FILE. */
  readonly webhooks: readonly Webhook[];
}

/** Reads and validates all settings. An empty value counts as not set. Throws SettingError if a setting is invalid. */
export function readConfig(environment: Environment): Config {
  const textOf = (name: string) => environment[name]?.trim() ?? '';
  const read = (setting: Setting<unknown>) => {
    try {
      return setting.parse(textOf(setting.name) || setting.defaultText);
    } catch (error) {
      throw error instanceof SettingError ? new SettingError(`${setting.name}: ${error.message}`) : error;
    }
  };
  const values = Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, read(setting)]));
  // `Object.fromEntries` widens the type of each value.
  const config = values as Values;
  const { feedsFile, webhooksFile, exchanges, nativeName, nativeSymbol } = config;
  checkCombination(config);
  return {
    ...config,
    isDemoRequested: textOf(settings.demoJettons.name) !== '',
    nativeCoin: { name: nativeName, symbol: nativeSymbol },
    feeds: feedsFile === undefined ? [] : readFeedsFile(feedsFile, environment, exchanges),
    webhooks: webhooksFile === undefined ? [] : readWebhooksFile(webhooksFile, environment),
  };
}

/** Throws SettingError if settings contradict each other. */
function checkCombination({ role, databaseUrl: url, pooler, directUrl }: Values): void {
  if (role !== 'all' && url === undefined)
    throw new SettingError(
      `ROLE: "${role}" requires DATABASE_URL, because an embedded database cannot be shared`,
    );
  if (url === undefined && (pooler !== 'none' || directUrl !== undefined))
    throw new SettingError('DATABASE_POOLER and DATABASE_DIRECT_URL require DATABASE_URL');
  if (role !== 'api' && pooler !== 'none' && directUrl === undefined)
    throw new SettingError(`DATABASE_DIRECT_URL is required for ROLE "${role}" with DATABASE_POOLER`);
}

/** Where the data is, as `openStore` expects it. */
export function storeLocation(
  config: Pick<Values, 'dataDir' | 'databaseUrl' | 'directUrl' | 'pooler' | 'poolSize' | 'role'>,
): StoreLocation {
  const { dataDir, databaseUrl: url, directUrl, pooler, poolSize, role } = config;
  if (url === undefined) return { dataDir };
  return { databaseUrl: url, directUrl, pooler, poolSize, access: role === 'api' ? 'read' : 'own' };
}

const COMMANDS = `Usage:
  npm start                 Start the dashboard and the API on one port
  npm start -- --help       Show this help
  npm run live              The same, with data of the public sources in feeds.json
  npm run import -- FOLDER [--as-of TIME] [--skip-bad] [--replace]
                            Replace all data with a dataset
  npm run export -- FOLDER [--from TIME] [--to TIME]
                            Write the data to a dataset folder
  npm run backup -- FOLDER  Copy the embedded store to a new folder
  npm run feed -- --help    Show the commands for data feeds`;

/** Returns the output of `npm start -- --help`. */
export function helpText(): string {
  const all = Object.values(settings);
  const width = Math.max(...all.map(({ name }) => name.length)) + 2;
  const lines = all.map(({ name, description, defaultText }) => {
    const defaultLine = defaultText === '' ? '' : `\n${' '.repeat(width + 2)}Default: ${defaultText}`;
    return `  ${name.padEnd(width)}${description}${defaultLine}`;
  });
  return [
    'Jetscope: analytics for TON jettons, with a dashboard and a read-only HTTP API.',
    COMMANDS,
    ['Environment variables:', ...lines].join('\n'),
  ].join('\n\n');
}
