import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TON_ADDRESS } from '#contract/address.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { type PageSummary, queryPageSummary } from '#service/operations/page-summary.ts';
import type { BaseUrls } from '#service/server/base-url.ts';
import { entityTag, sendCacheable } from '#service/server/cacheable.ts';
import { responseCompression } from '#service/server/compression.ts';
import { isTemporaryFailure } from '#service/server/errors.ts';
import { dashboardHeaders, embedHeaders } from '#service/server/headers.ts';
import type { StoreAccess } from '#service/server/store-health.ts';
import { selectEncoding } from './negotiate.ts';
import { embedView, type JettonPagePath, pageAt } from './page-path.ts';
import { createPageRenderer, RENDERING_HEADERS } from './page-renderer.ts';
import { withMetaTags, withNativeCoin, withPair, withTheme } from './page-tags.ts';

export const REVALIDATED = 'no-cache';
const HTML_TYPE = 'text/html; charset=utf-8';
const IMAGE_ATTRIBUTE = 'content="/social-card.png"';

/** Sends the page at a path. The response is 404 for unknown paths, jettons and pools. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>;

export interface Pages {
  /** Folder of the built dashboard. */
  readonly root: string;
  readonly service: ServiceContext;
  readonly access: StoreAccess;
  readonly baseUrls: BaseUrls;
}

interface PageResult {
  readonly status: 200 | 404;
  /** Data of the jetton or pool for the page's meta tags. */
  readonly summary?: PageSummary;
}

interface DocumentSubject {
  /** As in `pageAt`. */
  readonly subject: JettonPagePath | null | undefined;
  readonly summary: PageSummary | undefined;
}

const found: PageResult = { status: 200 };
const missing: PageResult = { status: 404 };

export function createPageSender(app: FastifyInstance, pages: Pages): SendPage {
  const { root, service, access, baseUrls } = pages;
  const { nativeCoin } = service.config;
  const render = service.config.pageRendering === 'on' ? createPageRenderer(app, root, baseUrls) : undefined;
  const readFile = createFileReader(root, (file) => withNativeCoin(file, nativeCoin));

  async function subjectPage({ address, poolAddress }: JettonPagePath): Promise<PageResult> {
    // The native coin has a page although it is not a jetton.
    if (address === TON_ADDRESS && poolAddress === undefined) return found;
    const { store } = service;
    const summary = await access.run(() =>
      queryPageSummary(store.db, nativeCoin.symbol, address, poolAddress),
    );
    return summary ? { ...found, summary } : missing;
  }

  async function findPage(request: FastifyRequest, subject: JettonPagePath): Promise<PageResult> {
    try {
      return await subjectPage(subject);
    } catch (error) {
      // Send the page without meta tags: it reports the error to the user itself.
      if (!isTemporaryFailure(error))
        request.log.error({ err: error }, 'Loading the summary of a page failed');
      return found;
    }
  }

  function indexDocument(request: FastifyRequest, { subject, summary }: DocumentSubject): string {
    const index = readFile('index.html');
    const baseUrl = baseUrls.canonical(request);
    return subject && summary
      ? withMetaTags(index, summary, subject, baseUrl, embedView(request.url))
      : withImage(index, baseUrl);
  }

  function embedDocument({ url }: FastifyRequest, { subject, summary }: DocumentSubject): string {
    const parameters = new URLSearchParams(url.replace(/^[^?]*/, ''));
    const embed = withTheme(readFile('embed.html'), parameters);
    return subject && summary ? withPair(embed, summary, subject, parameters) : embed;
  }

  return async (request, reply, path) => {
    const match = pageAt(path);
    const subject = match?.subject;
    const { status, summary } = subject
      ? await findPage(request, subject)
      : pageWithoutSubject(subject, match);
    const isEmbed = /^\/embed(\/|$)/.test(path);
    const plain = (isEmbed ? embedDocument : indexDocument)(request, { subject, summary });
    const rendered = await render?.(request, match?.name, plain);
    const body = rendered?.document ?? plain;
    const headers = rendered?.headers ?? (isEmbed ? embedHeaders : dashboardHeaders);
    return sendCacheable(request, reply.headers(headers), {
      type: HTML_TYPE,
      body: rendered?.headers ? await compressed(request, reply, body) : body,
      tag: entityTag(body),
      cacheControl: REVALIDATED,
      status,
      vary: render ? `accept, accept-encoding, ${RENDERING_HEADERS}` : 'accept, accept-encoding',
    });
  };
}

const [brotli, deflate] = [promisify(brotliCompress), promisify(gzip)];

/** Compresses a page if the client allows it. Pages below `/` have no route, which would do it. */
async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
): Promise<string | Buffer> {
  const encoding = selectEncoding(String(request.headers['accept-encoding'] ?? ''), ['br', 'gzip']);
  if (encoding === undefined) return page;
  reply.header('content-encoding', encoding);
  const { brotliOptions = {}, zlibOptions = {} } = responseCompression;
  return encoding === 'br' ? brotli(page, brotliOptions) : deflate(page, zlibOptions);
}

/** Returns 200 for a page without a jetton, and 404 for a malformed address (null) or an unknown path. */
function pageWithoutSubject(subject: null | undefined, match: object | undefined): PageResult {
  return match && subject === undefined ? found : missing;
}

/** Makes the URL of the social image absolute, as social networks require. */
function withImage(file: string, baseUrl = ''): string {
  return file.replace(IMAGE_ATTRIBUTE, () => IMAGE_ATTRIBUTE.replace('"/', `"${baseUrl}/`));
}

function createFileReader(root: string, edit: (file: string) => string): (name: string) => string {
  const files = new Map<string, string>();
  return (name) => {
    const file = files.get(name) ?? edit(readFileSync(join(root, name), 'utf8'));
    files.set(name, file);
    return file;
  };
}
