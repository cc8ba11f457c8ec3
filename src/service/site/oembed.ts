import type { FastifyInstance } from 'fastify';
import { InvalidValueError, NotFoundError } from '#contract/errors.ts';
import { queryPageSummary } from '#service/operations/page-summary.ts';
import type { BaseUrls } from '#service/server/base-url.ts';
import { sendCacheable } from '#service/server/cacheable.ts';
import { JSON_TYPE, sendError } from '#service/server/errors.ts';
import { parseQuery } from '#service/server/requests/parse-request.ts';
import type { StoreRouteOptions } from '#service/server/store-health.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './card-canvas.ts';
import { html } from './html.ts';
import { embedPath, embedView, parseJettonPagePath, socialImagePath } from './page-path.ts';
import { pageTitle } from './page-tags.ts';

const CACHE_SECONDS = 300;
const WIDTH = 720;
const HEIGHT = 420;

interface OembedOptions extends StoreRouteOptions {
  readonly baseUrls: BaseUrls;
}

/** Serves oEmbed (https://oembed.com), with which other sites replace a link with the chart of its page. */
export function serveOembed(
  app: FastifyInstance,
  { service: { store, config }, access, baseUrls, admit }: OembedOptions,
): void {
  app.get('/oembed', { onRequest: admit }, async (request, reply) => {
    const query = new Map(parseQuery(request.raw.url ?? ''));
    if ((query.get('format') ?? 'json') !== 'json') return sendError(reply, 501);
    const url = query.get('url');
    if (url === undefined) throw new InvalidValueError('url');
    const max = { width: parseMaximum(query, 'maxwidth'), height: parseMaximum(query, 'maxheight') };
    const baseUrl = baseUrls.canonical(request);
    if (baseUrl === undefined) throw new NotFoundError('untrusted host');
    const page = parseJettonPagePath(pathUnder(baseUrl, url));
    if (!page) throw new NotFoundError('not a jetton or pool page');
    const { symbol } = config.nativeCoin;
    const summary = await access.run(() =>
      queryPageSummary(store.db, symbol, page.address, page.poolAddress),
    );
    if (!summary) throw new NotFoundError('unknown jetton or pool');
    const title = pageTitle(summary, page);
    const view = embedView(url);
    const src = summary.poolAddress && baseUrl + embedPath(page.address, summary.poolAddress) + view;
    const body = JSON.stringify({
      version: '1.0',
      title,
      provider_name: 'Jetscope',
      provider_url: baseUrl,
      cache_age: CACHE_SECONDS,
      // Jettons without trades have a page without a chart.
      ...(src === null ? { type: 'link' } : chartOf(src, title, max)),
      ...thumbnailOf(baseUrl + socialImagePath(page), max),
    });
    return sendCacheable(request, reply, {
      type: JSON_TYPE,
      body,
      cacheControl: `public, max-age=${CACHE_SECONDS}`,
    });
  });
}

/** A size in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

function chartOf(src: string, title: string, max: Size): Readonly<Record<string, string | number>> {
  const width = Math.min(WIDTH, max.width);
  const height = Math.min(HEIGHT, max.height);
  const frame = html`<iframe src="${src}" width="${width}" height="${height}" title="${title}" loading="lazy" allow="fullscreen; clipboard-write" style="border:0"></iframe>`;
  return { type: 'rich', width, height, html: frame.text };
}

/** Returns the social image, which has a fixed size, if it fits the requested maximum. */
function thumbnailOf(url: string, max: Size): Readonly<Record<string, string | number>> {
  if (max.width < CARD_WIDTH || max.height < CARD_HEIGHT) return {};
  return { thumbnail_url: url, thumbnail_width: CARD_WIDTH, thumbnail_height: CARD_HEIGHT };
}

function pathUnder(baseUrl: string, url: string): string {
  if (!url.startsWith(`${baseUrl}/`)) return '';
  return url.slice(baseUrl.length).split(/[?#]/, 1)[0] ?? '';
}

/** Returns the requested maximum in pixels, or Infinity by default. Throws InvalidValueError if it is invalid. */
function parseMaximum(query: ReadonlyMap<string, string>, name: string): number {
  const text = query.get(name);
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidValueError(name);
  return Number(text);
}
