import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isExplorerTemplate } from './explorer-template.ts';
import { NetworkFailure } from './failures.ts';

const absoluteOrPath = z.string().check(z.regex(/^(https?:\/\/[^\s?#@]+|\/[^\s?#]*|)$/));

const settings = z.object({
  baseUrl: z._default(absoluteOrPath, ''),
  apiKey: z._default(z.string().check(z.regex(/^[\x21-\x7e]*$/)), ''),
  requestsPerSecond: z._default(z.number().check(z.gte(0.01), z.lte(1000)), 20),
  // Empty for no links.
  explorer: z._default(
    z.string().check(z.refine((text) => text === '' || isExplorerTemplate(text))),
    'https://tonviewer.com/{address}',
  ),
});

/** What whoever serves the page decides, in `config.json`. */
export type Settings = z.output<typeof settings>;

export class SettingsError extends Error {}

const faults = createStore<readonly string[]>()(() => []);

/** For `useStore`: names of settings that are not valid, in place of which their defaults are used. */
export const faultySettings: Pick<
  StoreApi<readonly string[]>,
  'getState' | 'getInitialState' | 'subscribe'
> = faults;

async function load(): Promise<Settings> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { cache: 'no-cache' }).catch(
    (cause) => {
      throw new NetworkFailure('no settings', { cause });
    },
  );
  const body: unknown = await response.json().catch(() => undefined);
  const faulty = faultyNames(body);
  // Any other service than the one that was meant would be worse than none.
  if (!response.ok || faulty.includes('') || faulty.includes('baseUrl'))
    throw new SettingsError('config.json is missing or not valid');
  const read = settings.parse(
    Object.fromEntries(Object.entries(Object(body)).filter(([name]) => !faulty.includes(name))),
  );
  faults.setState(faulty, true);
  return { ...read, baseUrl: read.baseUrl.replace(/\/+$/, '') };
}

/** Names of the fields that are not valid; an empty one for the whole. */
function faultyNames(body: unknown): string[] {
  const { error } = settings.safeParse(body);
  return [...new Set(error?.issues.map(({ path: [name = ''] }) => String(name)))];
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
export function serviceName({ baseUrl, apiKey }: Pick<Settings, 'baseUrl' | 'apiKey'>): string {
  let hash = 0;
  for (const character of apiKey) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
  return `${baseUrl} ${hash}`;
}

/** Where pictures may come from over plain http: the page's own server and the service's. */
export function ownOrigins({ baseUrl }: Settings): string[] {
  const page = globalThis.location.origin;
  return [page, new URL(baseUrl, page).origin];
}
