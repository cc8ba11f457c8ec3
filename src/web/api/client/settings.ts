import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ExplorerPlaceholder, isExplorerTemplate, parseUrl } from '#web/untrusted/links.ts';
import { NetworkError } from './errors.ts';
import { asBoolean, asFields, asNumber, asString } from './fields.ts';

/** Deployment settings, read from `config.json`. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly requestsPerSecond: number;
  /** URL template of a block explorer with an `{address}` placeholder. Empty: no explorer links. */
  readonly explorer: string;
  /** The same for transactions, with a `{hash}` placeholder. Undefined: that of the explorer, if it is the default one. */
  readonly transactionExplorer: string | undefined;
  /** URL of the form for a new issue. Empty: no tracker. */
  readonly newIssueUrl: string;
  /** Whether browsers store the page, so that it opens without a network. */
  readonly offlinePage: boolean;
}

/** The settings that requests need. */
export type Connection = Pick<Settings, 'baseUrl' | 'apiKey'>;

/** Each parser returns undefined if the value is invalid. */
type Parsers<Parsed> = { readonly [Name in keyof Parsed]: (value: unknown) => Parsed[Name] | undefined };

const connectionParsers: Parsers<Connection> = {
  baseUrl: (value) => matchString(value, /^(https?:\/\/[^\s?#@]+|\/[^\s?#]*|)$/)?.replace(/\/+$/, ''),
  apiKey: (value) => matchString(value, /^[\x21-\x7e]*$/),
};

const parsers: Parsers<Omit<Settings, keyof Connection>> = {
  requestsPerSecond: (value) => {
    const rate = asNumber(value) ?? 0;
    return rate >= 0.01 && rate <= 1000 ? rate : undefined;
  },
  explorer: (value) => parseTemplate(value, '{address}'),
  transactionExplorer: (value) => parseTemplate(value, '{hash}'),
  newIssueUrl: (value) => {
    const text = matchString(value, /^(https:\/\/[\w.:-]+(\/[^\s#]*)?|)$/);
    return text && !parseUrl(text) ? undefined : text;
  },
  offlinePage: asBoolean,
};

const defaults: Settings = {
  baseUrl: '',
  apiKey: '',
  requestsPerSecond: 20,
  explorer: 'https://tonviewer.com/{address}',
  transactionExplorer: undefined,
  newIssueUrl: '',
  offlinePage: true,
};

function parseTemplate(value: unknown, placeholder: ExplorerPlaceholder): string | undefined {
  const template = asString(value);
  return template && !isExplorerTemplate(template, placeholder) ? undefined : template;
}

function matchString(value: unknown, pattern: RegExp): string | undefined {
  const text = asString(value);
  return text !== undefined && pattern.test(text) ? text : undefined;
}

/** config.json is missing, or its base URL is invalid. */
export class SettingsError extends Error {}

const invalidNames = /* @__PURE__ */ createStore<readonly string[]>()(() => []);

/** Names of invalid settings, which are replaced by their defaults. For `useStore`. */
export const invalidSettings: Pick<
  StoreApi<readonly string[]>,
  'getState' | 'getInitialState' | 'subscribe'
> = invalidNames;

/** Loads config.json. Returns the valid ones of some settings, and the names of the invalid ones. */
async function load<Parsed extends object>(parsers: Parsers<Parsed>) {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { cache: 'no-cache' }).catch(
    (cause) => {
      throw new NetworkError('could not load config.json', { cause });
    },
  );
  const body: unknown = await response.json().catch(() => undefined);
  const fields = asFields(body);
  const given = Object.entries<(value: unknown) => unknown>(parsers)
    .filter(([name]) => fields[name] !== undefined)
    .map(([name, parse]) => [name, parse(fields[name])] as const);
  const invalid = given.filter(([, value]) => value === undefined).map(([name]) => name);
  // An invalid base URL has no fallback: requests must not go to a service other than the configured one.
  if (!response.ok || !isObject(body) || invalid.includes('baseUrl'))
    throw new SettingsError('config.json is missing or invalid');
  const valid = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Partial<Parsed>;
  return { valid, invalid };
}

function isObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** Caches the result of a function. Calls it again after a failure. */
function cached<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loaded: Promise<Result> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** Loads config.json once. Embeds do not need the other settings, nor the code that parses them. */
export const loadConnection = /* @__PURE__ */ cached(
  async (): Promise<Connection> => ({ baseUrl: '', apiKey: '', ...(await load(connectionParsers)).valid }),
);

/** Loads config.json once, with defaults for the settings that are missing or invalid. */
export const loadSettings = /* @__PURE__ */ cached(async (): Promise<Settings> => {
  const { valid, invalid } = await load<Settings>({ ...connectionParsers, ...parsers });
  invalidNames.setState(invalid, true);
  return { ...defaults, ...valid };
});

/** Returns a string that identifies a service and an API key without revealing the key. */
export function serviceKey({ baseUrl, apiKey }: Connection): string {
  let hash = 0;
  for (const character of apiKey) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
  return `${baseUrl} ${hash}`;
}

/** Returns the origins that may serve images over plain http: that of the page and that of the service. */
export function trustedOrigins({ baseUrl }: Settings): string[] {
  const page = globalThis.location.origin;
  return [page, new URL(baseUrl, page).origin];
}

/**
 * Returns the list that this session has stored under a key for a service (see `serviceKey`). Undefined if it has stored
 * none, or if storage is unavailable.
 */
export function loadSessionList(key: string, service: string): string[] | undefined {
  try {
    const [storedService, ...items] = (sessionStorage.getItem(key) ?? '').split('\n');
    return storedService === service ? items : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a list for this session and a service, replacing that of another service. Items must not contain line breaks. */
export function storeSessionList(key: string, service: string, items: Iterable<string>): void {
  try {
    sessionStorage.setItem(key, [service, ...items].join('\n'));
  } catch {
    // Without storage, each page load determines the list again.
  }
}
