import type { ApiKey } from './api-keys.ts';
import { readApiKeys } from './api-keys.ts';
import {
  addresses,
  databaseUrl,
  exchangeIds,
  host,
  moment,
  networks,
  oneOf,
  optional,
  publicUrl,
  type Setting,
  SettingError,
  wholeNumber,
} from './setting-values.ts';

const USDT = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function required<Value>(
  name: string,
  fallback: string,
  meaning: string,
  parse: (text: string) => Value,
): Setting<Value> {
  return { name, fallback, meaning, parse };
}

export const settings = {
  port: required('PORT', '8080', 'Port to listen on; 0 takes any free one', wholeNumber(0, 65_535)),
  host: required('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 and :: stand for all', host),
  dataDir: required('DATA_DIR', '.data', 'Folder of the embedded store', (text: string) => text),
  databaseUrl: optional(
    'DATABASE_URL',
    'PostgreSQL server (15 or newer) to use in place of the embedded store',
    databaseUrl,
  ),
  asOf: optional(
    'AS_OF',
    'Fixed time that every number is computed at, in place of the data’s clock',
    moment,
  ),
  rateLimit: required(
    'RATE_LIMIT',
    '50',
    'Requests per second of one key, or of one address without a key; pages, files and drawings have ten times as many, but at least 200, of each address; 0 is off',
    wholeNumber(0, 1_000_000),
  ),
  apiKeys: optional<ApiKey[]>(
    'API_KEYS_FILE',
    'JSON file of keys, [{"key", "plan": "free" or "paid", "rate"}]; without it every caller may use everything',
    readApiKeys,
  ),
  exchanges: required('EXCHANGES', 'stonfi,dedust,tonco', 'Known exchange ids', exchangeIds),
  stables: required('STABLES', USDT, 'Jettons that are worth 1 USD', addresses),
  logLevel: required(
    'LOG_LEVEL',
    'info',
    `Least level that is logged: ${LOG_LEVELS.join(', ')}`,
    oneOf(LOG_LEVELS),
  ),
  demoJettons: required('DEMO_JETTONS', '1500', 'Jettons of the simulated market', wholeNumber(1, 1_000_000)),
  demoSeed: required('DEMO_SEED', '1', 'Seed of the simulated market', wholeNumber(0, 2 ** 32 - 1)),
  publicUrl: optional(
    'PUBLIC_URL',
    'Address that callers see; without it links in answers go by the request’s Host header, and pages name their address only on a loopback host',
    publicUrl,
  ),
  trustedProxies: optional(
    'TRUSTED_PROXIES',
    'Addresses and ranges of proxies whose X-Forwarded-For tells the caller’s address, for limits and log',
    networks,
  ),
} as const;

type Values = { readonly [Key in keyof typeof settings]: ReturnType<(typeof settings)[Key]['parse']> };

export interface Config extends Values {
  /** Whether a simulated market was asked for by name: a PostgreSQL server is filled only then. */
  readonly demoRequested: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks every setting once; an empty text counts as none. Throws a SettingError with one line. */
export function readConfig(environment: Environment): Config {
  const given = (name: string) => environment[name]?.trim() ?? '';
  const read = <Value>(setting: Setting<Value>): Value => {
    try {
      return setting.parse(given(setting.name) || setting.fallback);
    } catch (error) {
      throw error instanceof SettingError ? new SettingError(`${setting.name}: ${error.message}`) : error;
    }
  };
  return {
    port: read(settings.port),
    host: read(settings.host),
    dataDir: read(settings.dataDir),
    databaseUrl: read(settings.databaseUrl),
    asOf: read(settings.asOf),
    rateLimit: read(settings.rateLimit),
    apiKeys: read(settings.apiKeys),
    exchanges: read(settings.exchanges),
    stables: read(settings.stables),
    logLevel: read(settings.logLevel),
    demoJettons: read(settings.demoJettons),
    demoSeed: read(settings.demoSeed),
    publicUrl: read(settings.publicUrl),
    trustedProxies: read(settings.trustedProxies),
    demoRequested: given(settings.demoJettons.name) !== '',
  };
}
