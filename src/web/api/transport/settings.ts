import { createStore, type StoreApi } from 'zustand/vanilla';
import { asFields, asNumber, asString, type Fields } from '#web/api/decoding/fields.ts';
import { NetworkError } from './errors.ts';
import { isExplorerTemplate } from './explorer-template.ts';

/** What whoever serves the page decides, in `config.json`. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly requestsPerSecond: number;
  /** Empty for no links. */
  readonly explorer: string;
}

type Readers = { readonly [Name in keyof Settings]: (value: unknown) => Settings[Name] | undefined };

/** Each answers undefined where the value is not valid. */
const readers: Readers = {
  baseUrl: (value) => textLike(value, /^(https?:\/\/[^\s?#@]+|\/[^\s?#]*|)$/),
  apiKey: (value) => textLike(value, /^[\x21-\x7e]*$/),
  requestsPerSecond: (value) => {
    const rate = asNumber(value) ?? 0;
    return rate >= 0.01 && rate <= 1000 ? rate : undefined;
  },
  explorer: (value) => {
    const template = asString(value);
    return template === '' || (template !== undefined && isExplorerTemplate(template)) ? template : undefined;
  },
};

const defaults: Settings = {
  baseUrl: '',
  apiKey: '',
  requestsPerSecond: 20,
  explorer: 'https://tonviewer.com/{address}',
};

function textLike(value: unknown, pattern: RegExp): string | undefined {
  const text = asString(value);
  return text !== undefined && pattern.test(text) ? text : undefined;
}

export class SettingsError extends Error {}

const faults = createStore<readonly string[]>()(() => []);

/** For `useStore`: names of settings that are not valid, in place of which their defaults are used. */
export const invalidSettings: Pick<
  StoreApi<readonly string[]>,
  'getState' | 'getInitialState' | 'subscribe'
> = faults;

async function load(): Promise<Settings> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { cache: 'no-cache' }).catch(
    (cause) => {
      throw new NetworkError('no settings', { cause });
    },
  );
  const body: unknown = await response.json().catch(() => undefined);
  const { read, faulty } = readSettings(asFields(body));
  // Any other service than the one that was meant would be worse than none.
  if (!response.ok || !isObject(body) || faulty.includes('baseUrl'))
    throw new SettingsError('config.json is missing or not valid');
  faults.setState(faulty, true);
  return { ...read, baseUrl: read.baseUrl.replace(/\/+$/, '') };
}

function isObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function readSettings(fields: Fields): { readonly read: Settings; readonly faulty: string[] } {
  const faulty: string[] = [];
  const pick = <Name extends keyof Settings>(name: Name): Settings[Name] => {
    const given = fields[name];
    const value = given === undefined ? defaults[name] : readers[name](given);
    if (value === undefined) faulty.push(name);
    return value ?? defaults[name];
  };
  const read = {
    baseUrl: pick('baseUrl'),
    apiKey: pick('apiKey'),
    requestsPerSecond: pick('requestsPerSecond'),
    explorer: pick('explorer'),
  };
  return { read, faulty };
}

let loaded: Promise<Settings> | undefined;

/** Read once, before the first request; read again where that failed. */
export function loadSettings(): Promise<Settings> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** Tells services and keys apart without saying the key. */
export function serviceKey({ baseUrl, apiKey }: Pick<Settings, 'baseUrl' | 'apiKey'>): string {
  let hash = 0;
  for (const character of apiKey) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
  return `${baseUrl} ${hash}`;
}

/** Where pictures may come from over plain http: the page's own server and the service's. */
export function trustedOrigins({ baseUrl }: Settings): string[] {
  const page = globalThis.location.origin;
  return [page, new URL(baseUrl, page).origin];
}
