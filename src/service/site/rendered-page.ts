import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageName } from '#contract/page-links.ts';
import type { Device } from './device.ts';

/** A page as its first render in the browser shows it. */
export interface RenderedPage {
  readonly html: string;
  /** HTML that is only shown without JavaScript. */
  readonly withoutScripts: string;
  /** JSON of the responses that it was rendered from, by method, path and body of their request, for a script element. */
  readonly data: string;
}

interface Rendering extends Omit<RenderedPage, 'data'> {
  readonly responses: ReadonlyMap<string, string>;
}

export function renderedPage({ html, withoutScripts, responses }: Rendering): RenderedPage {
  const entries = [...responses].map(([request, body]) => `${JSON.stringify(request)}:${body}`);
  // Nothing in it ends the element.
  return { html, withoutScripts, data: `{${entries.join(',')}}`.replaceAll('<', '\\u003c') };
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
export type InsertPage = (
  document: string,
  name: RenderableName,
  device: Device,
  page: RenderedPage,
) => string;

interface ManifestChunk {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Reads which styles pages have from the folder of the built dashboard. */
export function renderedPageInserter(root: string): InsertPage {
  const manifest: Readonly<Record<string, ManifestChunk>> = JSON.parse(
    readFileSync(join(root, '.vite/manifest.json'), 'utf8'),
  );

  const takeOver = `<script type="module" crossorigin src="/${manifest['src/web/app/take-over.ts']?.file ?? ''}"></script>`;

  function stylesOf(key: string, seen = new Set<string>()): string[] {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return [];
    seen.add(key);
    const imported = (chunk.imports ?? []).flatMap((name) => stylesOf(name, seen));
    return [...imported, ...(chunk.css ?? [])];
  }

  const styles = new Map(
    Object.entries(pageChunks).map(([page, pageChunk]) => {
      const keys = ['app', pageChunk].flatMap((name) =>
        Object.keys(manifest).filter((key) => manifest[key]?.name === name),
      );
      return [page, [...new Set(keys.flatMap((key) => stylesOf(key)))]];
    }),
  );

  return (document, name, { id }, { html, withoutScripts, data }) => {
    const attributes = `data-rendered="${id}"${fullHeightPages.includes(name) ? ' data-full-height' : ''}`;
    const links = (styles.get(name) ?? [])
      .map((file) => `rel="stylesheet" crossorigin href="/${file}"`)
      .filter((link) => !document.includes(link))
      .map((link) => `<link ${link}>`);
    const edits: readonly (readonly [string, string])[] = [
      ['<html ', `<html ${attributes} `],
      [
        '</head>',
        `  ${links.join('\n    ')}\n    <script src="/rendered-page.js"></script>\n    ${takeOver}\n  </head>`,
      ],
      ['<noscript>', '<div id="next-root"></div>\n    <noscript>'],
      // Texts of jettons and links come last: nothing is replaced in them.
      [NEEDS_SCRIPTS, withoutScripts],
      ['</body>', `  <script type="application/json" id="responses">${data}</script>\n  </body>`],
      ['<div class="shell"', `<div class="rendered">${html}</div>\n      <div class="shell"`],
    ];
    return edits.reduce((text, [before, after]) => text.replace(before, () => after), document);
  };
}

const NEEDS_SCRIPTS = 'Jetscope requires JavaScript.';
