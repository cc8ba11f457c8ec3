import { parseUrl } from './parse-url.ts';

const PLACEHOLDER = '{address}';

/** Returns whether the template is an https URL whose path, query or fragment contains the address. The host must not depend on it. */
export function isExplorerTemplate(text: string): boolean {
  const first = parseUrl(fillExplorerTemplate(text, 'one'));
  const second = parseUrl(fillExplorerTemplate(text, 'other'));
  if (!first || !second) return false;
  return (
    first.protocol === 'https:' &&
    first.username === '' &&
    first.host === second.host &&
    first.href !== second.href
  );
}

/** Returns the template with every placeholder replaced by the URL-encoded address. */
export function fillExplorerTemplate(template: string, address: string): string {
  return template.replaceAll(PLACEHOLDER, encodeURIComponent(address));
}
