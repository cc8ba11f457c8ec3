import type { FastifyInstance } from 'fastify';
import { toUserFriendly } from '#contract/address.ts';
import type { QueryEntry } from '#contract/dotted-keys.ts';
import { InvalidValueError } from '#contract/errors.ts';
import type { Jetton } from '#contract/jetton.ts';
import type { ResponseOf } from '#contract/operations.ts';
import { defaultList } from '#contract/page-links.ts';
import { MAX_LIMIT } from '#contract/pagination.ts';
import { type ServedOperations, servedOperations } from '#contract/served-operations.ts';
import { sanitizeText } from '#contract/text.ts';
import { timestampText } from '#contract/timestamp.ts';
import { sendCacheable } from '#service/server/cacheable.ts';
import { parseQuery, readInput } from '#service/server/requests/parse-request.ts';
import type { OperationOptions } from '#service/server/requests/serve-operation.ts';
import { html } from '#service/site/html.ts';

const MAX_AGE_SECONDS = 60;

/**
 * Serves the first page of a list of jettons as an Atom feed (RFC 4287), by the parameters of a link to the screener. Ids of
 * entries do not change: programs that read the feed show each jetton once, when it first meets the conditions.
 */
export function serveScreenFeed(
  app: FastifyInstance,
  { service, baseUrls, admission, shedLoad, readOperation }: OperationOptions,
): void {
  const operation = servedOperations.getJettonsByQuery;
  app.get('/feeds/screen.atom', {
    onRequest: [shedLoad, admission.operation(operation.plan)],
    handler: async (request, reply) => {
      const url = request.raw.url ?? '';
      const caller = baseUrls.caller(request);
      const query = requestOfLink(parseQuery(url), service.clock.now());
      const jettons =
        query === undefined
          ? []
          : listed(await readOperation(operation.name, readInput(request, reply, operation, query), caller));
      // Links with a Host header that a client has made up must not reach others.
      const audience = baseUrls.canonical(request) === undefined ? 'private' : 'public';
      return sendCacheable(request, reply, {
        type: 'application/atom+xml; charset=utf-8',
        body: feedText(jettons, caller.baseUrl, url),
        cacheControl: `${audience}, max-age=${MAX_AGE_SECONDS}`,
      });
    },
  });
}

function listed({ body }: { readonly body: string | Buffer }): readonly Jetton[] {
  const { jettons }: ResponseOf<ServedOperations['getJettonsByQuery']> = JSON.parse(body.toString());
  return jettons;
}

/** Ages in links (docs/links.md), and the creation times that they mean. */
const ages = [
  { name: 'age.max', bound: 'createdAt.min', stricter: Math.max },
  { name: 'age.min', bound: 'createdAt.max', stricter: Math.min },
] as const;

/** Parameters that links omit. */
const defaults = { ...defaultList, limit: MAX_LIMIT };

/** Returns the parameters of the request for the list of a link at a time. Undefined if no jetton can match. */
function requestOfLink(link: Iterable<QueryEntry>, now: Date): Iterable<QueryEntry> | undefined {
  const request = new URLSearchParams([...link].map(([name, text]): [string, string] => [name, text]));
  for (const [name, value] of Object.entries(defaults))
    if (!request.has(name)) request.set(name, String(value));
  for (const { name, bound, stricter } of ages) {
    const age = request.get(name);
    if (age === null) continue;
    request.delete(name);
    const created = Math.max(0, now.getTime() - parseAge(name, age));
    const others = request.getAll(bound).map((text) => {
      if (!timestampText.safeParse(text).success) throw new InvalidValueError(bound);
      return Date.parse(text);
    });
    if (others.length > 1) throw new InvalidValueError(bound);
    request.set(bound, new Date(stricter(created, ...others)).toISOString());
  }
  const [earliest, latest] = ages.map(({ bound }) => Date.parse(request.get(bound) ?? ''));
  return earliest !== undefined && latest !== undefined && earliest > latest ? undefined : request;
}

const AGE = /^(\d{1,12}(?:\.\d{1,3})?)([smhdw])$/;
const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Returns milliseconds. Throws InvalidValueError. */
function parseAge(name: string, text: string): number {
  const [, number, unit = ''] = AGE.exec(text) ?? [];
  if (number === undefined) throw new InvalidValueError(name);
  return Math.round(Number(number) * (unitMs[unit] ?? 0));
}

/** Of jettons whose creation is unknown. */
const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z';

function timeOf({ metadata }: Jetton): string {
  return metadata.createdAt ?? UNKNOWN_TIME;
}

/** The feed contains nothing that changes with prices, so that its entity tag only changes with the list. */
function feedText(jettons: readonly Jetton[], baseUrl: string, url: string): string {
  const sorted = jettons.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)));
  const entries = sorted.map((jetton) => entryOf(jetton, baseUrl));
  const [newest] = sorted;
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${tagOf(baseUrl, url)}</id>
<title>Jettons on a screen</title>
<author><name>Jetscope</name></author>
<link rel="self" type="application/atom+xml" href="${baseUrl + url}"/>
<link rel="alternate" type="text/html" href="${baseUrl + pagePath(url)}"/>
<updated>${newest ? timeOf(newest) : UNKNOWN_TIME}</updated>
${entries}</feed>
`.text;
}

/** Returns the path of the page with the list, whose links have neither a limit nor a unit of changes. */
function pagePath(url: string): string {
  const parameters = url.split('?').slice(1).join('?').split('&');
  const query = parameters.filter((parameter) => !/^(limit|moves)=|^$/.test(parameter)).join('&');
  return query === '' ? '/' : `/?${query}`;
}

function entryOf(jetton: Jetton, baseUrl: string) {
  const { address, name, symbol } = jetton.metadata;
  const path = `/jetton/${toUserFriendly(address)}`;
  const title = `${xmlText(symbol)} · ${xmlText(name)}`;
  return html`<entry>
<id>${tagOf(baseUrl, path)}</id>
<title>${jetton.verification === 'JVS_SCAM' ? `Scam: ${title}` : title}</title>
<link rel="alternate" type="text/html" href="${baseUrl + path}"/>
<updated>${timeOf(jetton)}</updated>
<summary>${toUserFriendly(address)}</summary>
</entry>
`;
}

/** A tag URI (RFC 4151) with the host of the service. */
function tagOf(baseUrl: string, path: string): string {
  return `tag:${new URL(baseUrl).hostname},2026:${path}`;
}

/** Untrusted text without the characters that XML does not allow. */
function xmlText(text: string): string {
  return sanitizeText(text).replaceAll(/[\uFFFE\uFFFF]/g, '');
}
