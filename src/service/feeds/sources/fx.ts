import { fiatCurrencies } from '#contract/enums.ts';
import {
  type DailyRates,
  type RateSource,
  type SourceClient,
  SourceError,
} from '#service/feeds/client/source.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import { readDate, readDecimal } from '#service/validation/values.ts';
import { LenientReader } from './jetton-facts.ts';
import { ifFound, readResponse } from './read-response.ts';

/**
 * Reads daily exchange rates from the npm package `@fawazahmed0/currency-api`, of which each date is a version. The
 * client's base URL is that of jsDelivr, https://cdn.jsdelivr.net.
 */
export function createFxSource(client: SourceClient): RateSource {
  async function fetchVersion(version: string, signal: AbortSignal): Promise<DailyRates> {
    const path = `/npm/@fawazahmed0/currency-api@${version}/v1/currencies/usd.json`;
    const response = await client.request(path, { signal });
    const daily = readResponse(path, () => readDailyRates(toFields(response)));
    if (daily.rates.size === 0) throw new SourceError(`${path}: unexpected response: no valid rates`);
    return daily;
  }

  async function fetchRates(date: string, signal: AbortSignal): Promise<DailyRates | undefined> {
    const daily = await ifFound(fetchVersion(date, signal));
    return daily?.date === date ? daily : undefined;
  }

  const fetchLatest = (signal: AbortSignal) => fetchVersion('latest', signal);

  return {
    fetchRates,
    fetchLatest,
    check: async (signal) => {
      const { date, rates } = await fetchLatest(signal);
      const hasDates = (await fetchRates(date, signal)) !== undefined;
      const found = `Exchange rates of ${date}: ${rates.size} of ${fiatCurrencies.length} currencies`;
      return hasDates ? found : `${found}; there are none by date, so the history will be missing`;
    },
  };
}

/** An invalid rate of one currency is unknown. TON's is not read: swaps provide it. */
function readDailyRates(fields: Fields): DailyRates {
  const date = fields.required('date', readDate);
  const usd = fields.requiredObject('usd');
  const reader = new LenientReader();
  const rates = fiatCurrencies.flatMap((code) => {
    const rate = reader.read(() => usd.optional(code, readDecimal));
    return rate === undefined || rate === '0' ? [] : [[code, rate] as const];
  });
  return { date, rates: new Map(rates) };
}
