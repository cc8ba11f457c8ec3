import { parseUrl } from '#web/lib/text/parse-url.ts';

const PLACE = '{address}';

/** Whether it is the address of a secure page about the address put into it, and nothing else changes with that. */
export function isExplorerTemplate(text: string): boolean {
  const one = parseUrl(fillExplorerTemplate(text, 'one'));
  const other = parseUrl(fillExplorerTemplate(text, 'other'));
  if (!one || !other) return false;
  return (
    one.protocol === 'https:' && one.username === '' && one.host === other.host && one.href !== other.href
  );
}

export function fillExplorerTemplate(template: string, address: string): string {
  return template.replaceAll(PLACE, encodeURIComponent(address));
}
