import { chartQueryParams } from '#contract/chart-query-params.ts';

const NAMES: ReadonlySet<string> = new Set(chartQueryParams);
/** Identifiers, numbers and timestamps: the only values of chart parameters. */
const VALUE = /^[\w:.+-]{1,40}$/;
const MAX_PARAMETERS = 24;

/**
 * Returns the chart parameters of a page's URL as a query string (`?…`) for the embed of the same chart, or an empty
 * string if there are none. Invalid values are dropped.
 */
export function embedView(url: string): string {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
  const valid = [...new URLSearchParams(query)].filter(
    ([name, value]) => NAMES.has(name) && VALUE.test(value),
  );
  const text = new URLSearchParams(valid.slice(0, MAX_PARAMETERS)).toString();
  return text && `?${text}`;
}
