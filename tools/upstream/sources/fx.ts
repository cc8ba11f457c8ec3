import type { Fraction } from '#testing/oracle/fraction.ts';
import type { UpstreamMarket } from '#tools/upstream/upstream-market.ts';
import { failure, type Source, success, unknownPath } from './source.ts';

const PACKAGE = /^currency-api@(latest|\d{4}-\d\d-\d\d)$/;
/** Currencies that the package contains and datasets do not. */
const OTHER_CURRENCIES = { btc: 0.000011, doge: 4.2, xau: 0.00022 };

/** Serves the npm package `@fawazahmed0/currency-api` as jsDelivr does: one version per date with rates. */
export function fxSource({ rates }: UpstreamMarket): Source {
  const byDate = ratesByDate(rates);
  const dates = [...byDate.keys()].sort();
  return ({ method, path, now }) => {
    const [root, scope, name, version, folder, file, ...others] = path;
    const requested = PACKAGE.exec(name ?? '')?.[1];
    const isRates = version === 'v1' && folder === 'currencies' && /^usd(\.min)?\.json$/.test(file ?? '');
    if (method !== 'GET' || root !== 'npm' || scope !== '@fawazahmed0' || others.length > 0)
      return unknownPath;
    if (requested === undefined || !isRates) return unknownPath;
    const route = 'fx/usd.json';
    const today = new Date(now).toISOString().slice(0, 10);
    const published = dates.filter((date) => date <= today);
    const date = requested === 'latest' ? published.at(-1) : published.find((each) => each === requested);
    const usd = date === undefined ? undefined : byDate.get(date);
    if (date === undefined || !usd) return failure(route, 404, `Couldn't find the requested release version`);
    return success(route, { date, usd: { ...OTHER_CURRENCIES, ...usd } });
  };
}

/** Returns rates by currency code, by date (YYYY-MM-DD). */
function ratesByDate(rates: UpstreamMarket['rates']): Map<string, Record<string, number>> {
  const byDate = new Map<string, Record<string, number>>();
  for (const [code, entries] of rates) {
    for (const { time, rate } of entries) {
      const date = new Date(time).toISOString().slice(0, 10);
      const others = byDate.get(date);
      if (others) others[code] = numberOf(rate);
      else byDate.set(date, { [code]: numberOf(rate) });
    }
  }
  return byDate;
}

function numberOf({ top, bottom }: Fraction): number {
  return Number(top) / Number(bottom);
}
