import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TON_ADDRESS } from '#contract/address.ts';
import type { BaseUrls } from '#service/http/base-url.ts';
import { sendCacheable } from '#service/http/cacheable.ts';
import { isTemporaryFailure } from '#service/http/errors.ts';
import { dashboardHeaders, embedHeaders } from '#service/http/headers.ts';
import type { StoreAccess } from '#service/http/operations/store-access.ts';
import { type PageSummary, queryPageSummary } from '#service/queries/page-summary.ts';
import type { Service } from '#service/service.ts';
import { embedView } from './embed-view.ts';
import { type JettonPagePath, pageAt } from './page-path.ts';
import { withMetaTags } from './page-tags.ts';

export const REVALIDATED = 'no-cache';
const HTML_TYPE = 'text/html; charset=utf-8';
const IMAGE = 'content="/social-card.png"';

/** Sends the page of a path, or the one that says that there is none. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>;

export interface Pages {
  /** Folder of the built dashboard. */
  readonly root: string;
  readonly service: Service;
  readonly access: StoreAccess;
  readonly baseUrls: BaseUrls;
}

interface FoundPage {
  readonly status: 200 | 404;
  /** What is known about its subject. */
  readonly card?: PageSummary;
}

const found: FoundPage = { status: 200 };
const missing: FoundPage = { status: 404 };

export function createPageSender({ root, service, access, baseUrls }: Pages): SendPage {
  const readFile = createFileReader(root);

  async function subjectPage({ address, poolAddress }: JettonPagePath): Promise<FoundPage> {
    // TON is no jetton, and has a page.
    if (address === TON_ADDRESS && poolAddress === undefined) return found;
    const card = await access.run(() => queryPageSummary(service.store.db, address, poolAddress));
    return card ? { ...found, card } : missing;
  }

  async function find(request: FastifyRequest, subject: JettonPagePath): Promise<FoundPage> {
    try {
      return await subjectPage(subject);
    } catch (error) {
      // The page itself tells its reader what it can and cannot show.
      if (!isTemporaryFailure(error)) request.log.error({ err: error }, 'sending a page without its card');
      return found;
    }
  }

  return async (request, reply, path) => {
    const match = pageAt(path);
    const subject = match?.subject;
    const { status, card } = subject ? await find(request, subject) : pageWithout(subject, match);
    const isEmbed = /^\/embed(\/|$)/.test(path);
    const file = readFile(isEmbed ? 'embed.html' : 'index.html');
    const baseUrl = baseUrls.canonical(request);
    const body =
      subject && card && !isEmbed
        ? withMetaTags(file, card, subject, baseUrl, embedView(request.url))
        : withImage(file, baseUrl);
    return sendCacheable(request, reply.headers(isEmbed ? embedHeaders : dashboardHeaders), {
      type: HTML_TYPE,
      body,
      cacheControl: REVALIDATED,
      status,
      vary: 'accept, accept-encoding',
    });
  };
}

/** Of a path without a subject: a page about no jetton, a malformed address (null), or no page at all. */
function pageWithout(subject: null | undefined, match: object | undefined): FoundPage {
  return match && subject === undefined ? found : missing;
}

/** Social networks want the image's whole address. */
function withImage(file: string, baseUrl = ''): string {
  return file.replace(IMAGE, () => IMAGE.replace('"/', `"${baseUrl}/`));
}

function createFileReader(root: string): (name: string) => string {
  const files = new Map<string, string>();
  return (name) => {
    const file = files.get(name) ?? readFileSync(join(root, name), 'utf8');
    files.set(name, file);
    return file;
  };
}
