import type { Dataset } from '#testing/oracle/dataset.ts';
import { Rejection, type Source } from '#tools/upstream/source.ts';

/** Serves the npm package `@fawazahmed0/currency-api` as jsDelivr does: one version per date with rates. */
export function fxSource({ rates }: Dataset): Source {
  const byDate = new Map<string, Record<string, number>>();
  for (const [code, entries] of rates) {
    for (const { time, rate } of entries) {
      const date = new Date(time).toISOString().slice(0, 10);
      byDate.set(date, { ...byDate.get(date), [code]: Number(rate.top) / Number(rate.bottom) });
    }
  }
  return {
    'GET /npm/@fawazahmed0/currency-api@{version}/v1/currencies/usd.json': ({ id: version, now }) => {
      const today = new Date(now).toISOString().slice(0, 10);
      const published = [...byDate.keys()].filter((date) => date <= today).sort();
      const date = version === 'latest' ? published.at(-1) : published.find((each) => each === version);
      if (date === undefined) throw new Rejection(404, "Couldn't find the requested release version");
      // The package contains more currencies than datasets.
      return { date, usd: { doge: 4.2, xau: 0.00022, ...byDate.get(date) } };
    },
  };
}
