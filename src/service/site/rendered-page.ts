import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageName } from '#contract/page-links.ts';
import { type Headers, renderedPageHeaders } from '#service/server/headers.ts';
import type { Device } from './device.ts';
import { html } from './html.ts';

/** A page as its first render in the browser shows it. */
export interface RenderedPage {
  readonly html: string;
  /** The link of the page with scripts, if not the requested one. */
  readonly link?: string | undefined;
  /** HTML that is only shown without JavaScript. */
  readonly withoutScripts: string;
  /** JSON of the responses that it was rendered from, by method, path and body of their request, for a script element. */
  readonly data: string;
}

interface Rendering extends Omit<RenderedPage, 'data'> {
  readonly responses: ReadonlyMap<string, string>;
}

export function renderedPage({ html, link, withoutScripts, responses }: Rendering): RenderedPage {
  const entries = [...responses].map(([request, body]) => `${JSON.stringify(request)}:${body}`);
  // Nothing in it ends the element.
  return { html, link, withoutScripts, data: `{${entries.join(',')}}`.replaceAll('<', '\\u003c') };
}

/** Chunks of the pages that the service renders, beside that of the app. */
const pageChunks: { readonly [Name in PageName]?: string } = {
  screener: 'screener',
  jetton: 'jetton-page',
  pool: 'pool-page',
};
type RenderableName = keyof typeof pageChunks;

/** Pages of the window's height, as `FullHeightPage` of the dashboard. */
const fullHeightPages: readonly PageName[] = ['screener'];

export function isRenderable(name: PageName | undefined): name is RenderableName {
  return name !== undefined && Object.hasOwn(pageChunks, name);
}

/** Adds the content of a page to the document of the dashboard. */
type InsertPage = (document: string, name: RenderableName, device: Device, page: RenderedPage) => string;

export interface PageInserter {
  readonly insert: InsertPage;
  readonly headers: Headers;
}

interface ManifestChunk {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Scripts that run before the first paint, in this order. */
const inlineScripts = ['first-paint.js', 'rendered-page.js'];

/** What loads the app's scripts, which start after the first paint. */
const LOADERS =
  /<(?:script type="module"[^>]*><\/script>|link rel="(?:module)?preload"(?! as="font")[^>]*>)/g;

/**
 * Reads the files of the built dashboard that pages need before their first paint. Documents contain them, so that a page
 * is shown without another request.
 */
export function renderedPageInserter(root: string): PageInserter {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const manifest: Readonly<Record<string, ManifestChunk>> = JSON.parse(read('.vite/manifest.json'));

  function chunksOf(key: string, seen = new Set<ManifestChunk>()): ManifestChunk[] {
    const chunk = manifest[key];
    if (!chunk || seen.has(chunk)) return [];
    seen.add(chunk);
    return [...(chunk.imports ?? []).flatMap((name) => chunksOf(name, seen)), chunk];
  }

  const takeOver = `<script type="module" crossorigin src="/${manifest['src/web/app/take-over.ts']?.file ?? ''}"></script>`;
  const scripts = inlineScripts.map(read);
  const pages = new Map(
    Object.entries(pageChunks).map(([page, pageChunk]) => {
      const keys = ['index', 'app', pageChunk].flatMap((name) =>
        Object.keys(manifest).filter((key) => manifest[key]?.name === name),
      );
      const chunks = [...new Set(keys.flatMap((key) => chunksOf(key)))];
      const styles = [...new Set(chunks.flatMap(({ css }) => css ?? []))];
      return [page, { styles, css: styles.map(read).join(''), scripts: chunks.map(({ file }) => file) }];
    }),
  );

  const insert: InsertPage = (document, name, { id }, { html: content, link, withoutScripts, data }) => {
    const { styles = [], css = '', scripts: files = [] } = pages.get(name) ?? {};
    const attributes = [
      `data-rendered="${id}"`,
      ...(fullHeightPages.includes(name) ? ['data-full-height'] : []),
      ...(link === undefined ? [] : [html`data-link="${link}"`.text]),
    ].join(' ');
    const loaders = document.match(LOADERS) ?? [];
    const started = loaders.filter((loader) => !loader.includes('as="style"'));
    const preloads = files
      .filter((file) => !document.includes(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    const links = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
    const replaced = [...loaders, ...links, '<script src="/first-paint.js"></script>'];
    const edits: readonly (readonly [string, string])[] = [
      ...replaced.map((element): [string, string] => [element, '']),
      ['<html ', `<html ${attributes} `],
      [
        '</head>',
        [
          `<style>${css}</style>`,
          // The app takes them for loaded.
          ...links.map((link) => link.replace('<link ', '<link disabled ')),
          `<template id="scripts">${[...started, ...preloads, takeOver].join('')}</template>`,
          ...scripts.map((script) => `<script>${script}</script>`),
          '</head>',
        ].join('\n    '),
      ],
      ['<noscript>', '<div id="next-root"></div>\n    <noscript>'],
      // Texts of jettons and links come last: nothing is replaced in them.
      [NEEDS_SCRIPTS, withoutScripts],
      ['</body>', `  <script type="application/json" id="responses">${data}</script>\n  </body>`],
      ['<div class="shell"', `<div class="rendered">${content}</div>\n      <div class="shell"`],
    ];
    return edits.reduce((text, [before, after]) => text.replace(before, () => after), document);
  };

  const headers = renderedPageHeaders({ scripts, styles: [...pages.values()].map(({ css }) => css) });
  return { insert, headers };
}

const NEEDS_SCRIPTS = 'Jetscope requires JavaScript.';

const textsWithoutScripts = {
  // An empty link is one to the URL of the document.
  'not rendered yet':
    'The service is still preparing this page. <a href="">Open it again</a> in a few seconds.',
  'no such page':
    'There is no page at this address. Without JavaScript, you can read <a href="/">the list of jettons</a>, jettons and pools.',
  'needs scripts':
    'This page requires JavaScript. Without it, you can read <a href="/">the list of jettons</a>, jettons and pools.',
};

/** Replaces what the document of a page without content shows if there are no scripts. */
export function withTextWithoutScripts(document: string, reason: keyof typeof textsWithoutScripts): string {
  const styles = '<link rel="stylesheet" href="/without-scripts.css" />';
  const text = `<p>${textsWithoutScripts[reason]}</p>`;
  return document.replace(NEEDS_SCRIPTS, `<div class="without-scripts">${styles}${text}</div>`);
}
