import * as z from 'zod/mini';

const absoluteOrPath = z.string().check(z.regex(/^(https?:\/\/\S+|\/\S*|)$/));

const settings = z.object({
  baseUrl: z._default(absoluteOrPath, ''),
  apiKey: z._default(z.string().check(z.regex(/^[\x21-\x7e]*$/)), ''),
  requestsPerSecond: z._default(z.number().check(z.gt(0)), 20),
  explorer: z._default(z.string(), 'https://tonviewer.com/{address}'),
});

/** What whoever serves the page decides, in `config.json`. */
export type Settings = z.output<typeof settings>;

export class SettingsError extends Error {}

async function load(): Promise<Settings> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { cache: 'no-cache' });
  const read = settings.safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !read.success) throw new SettingsError('config.json is missing or not valid');
  return { ...read.data, baseUrl: read.data.baseUrl.replace(/\/+$/, '') };
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

/** Where pictures may come from over plain http: the page's own server and the service's. */
export function ownOrigins({ baseUrl }: Settings): string[] {
  const page = globalThis.location.origin;
  return [page, new URL(baseUrl, page).origin];
}
