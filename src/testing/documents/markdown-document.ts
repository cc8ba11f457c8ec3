import { dirname, posix } from 'node:path';

export interface MarkdownLink {
  /** Path of the target from the top of the repository. */
  readonly path: string;
  /** Empty without an anchor. */
  readonly anchor: string;
}

/** Text without fenced code blocks, whose content is neither headings nor links. */
function withoutFences(text: string): string {
  return text.replace(/^```.*?^```$/gms, '');
}

/** Anchors of the headings, as GitHub derives them. */
export function anchorsOf(text: string): string[] {
  const counts = new Map<string, number>();
  return [...withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

/** Links and images of a document that lead to a file of the repository; `file` is the document's own path. */
export function relativeLinksOf(file: string, text: string): MarkdownLink[] {
  const targets = [...withoutFences(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#');
      return { path: path === '' ? file : posix.join(dirname(file), path), anchor };
    });
}

/** Cells of the body of the table with this header, without the code marks. Throws if there is no such table. */
export function tableOf(text: string, header: readonly string[]): string[][] {
  const lines = text.split('\n').map(cellsOf);
  const start = lines.findIndex((cells) => cells.join() === header.join());
  if (start < 0) throw new Error(`The document has no table "${header.join(' | ')}"`);
  const body = lines.slice(start + 2);
  const end = body.findIndex((cells) => cells.length === 0);
  return end < 0 ? body : body.slice(0, end);
}

function cellsOf(line: string): string[] {
  if (!line.startsWith('|')) return [];
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('`', ''));
}

/** Texts in code marks outside fenced code blocks. */
export function codeSpansOf(text: string): string[] {
  return [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}
