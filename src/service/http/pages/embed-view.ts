import { chartQueryParams } from '#contract/chart-query-params.ts';

const NAMES: ReadonlySet<string> = new Set(chartQueryParams);
/** Words, numbers and moments: all that a view is told in. */
const VALUE = /^[\w:.+-]{1,40}$/;
const MOST = 16;

/** What an address says of its chart's view, for the embed that shows the same; empty where it says nothing. */
export function embedView(url: string): string {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
  const known = [...new URLSearchParams(query)].filter(
    ([name, value]) => NAMES.has(name) && VALUE.test(value),
  );
  const text = new URLSearchParams(known.slice(0, MOST)).toString();
  return text && `?${text}`;
}
