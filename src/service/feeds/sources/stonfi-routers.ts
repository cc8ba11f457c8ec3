import type { RawAddress } from '#contract/address.ts';
import { DEFAULT_MARKET_TYPE, UNKNOWN_MARKET_TYPE } from '#contract/market.ts';
import { type SourceClient, SourceError } from '#service/feeds/client/source.ts';
import { toFields } from '#service/validation/fields.ts';
import { readAddress } from '#service/validation/values.ts';
import { readEvents, readResponse } from './read-response.ts';

const ROUTERS = '/v1/routers';
/** A list that lacks a router is not requested again for this long. */
const MIN_AGE_MS = 60_000;

/** Types of markets by `router_type`. */
const marketTypes: ReadonlyMap<string, string> = new Map([
  ['ConstantProduct', DEFAULT_MARKET_TYPE],
  ['WeightedConstProduct', 'JTN_MRKT_WEIGHTED'],
  ['StableSwap', 'JTN_MRKT_STABLE'],
  ['WeightedStableSwap', 'JTN_MRKT_WEIGHTED_STABLE'],
]);

/** The routers of STON.fi. All pools of a router have its type, which never changes. */
export class StonfiRouters {
  private types: ReadonlyMap<RawAddress, string> = new Map();
  private requestedAt = Number.NEGATIVE_INFINITY;
  private readonly client: SourceClient;
  private readonly now: () => Date;

  constructor(client: SourceClient, now: () => Date) {
    this.client = client;
    this.now = now;
  }

  /**
   * Returns the market types of pools by the address of their router. Requests the list first if it lacks one of
   * `routers`, at most once a minute. A router that is still missing is unknown to the source. Throws SourceError.
   */
  async poolTypes(
    routers: readonly RawAddress[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<RawAddress, string>> {
    const now = this.now().getTime();
    if (now - this.requestedAt >= MIN_AGE_MS && routers.some((router) => !this.types.has(router))) {
      await this.refresh(signal);
    }
    return this.types;
  }

  async refresh(signal: AbortSignal): Promise<void> {
    this.types = await this.fetchTypes(signal);
    this.requestedAt = this.now().getTime();
  }

  private async fetchTypes(signal: AbortSignal): Promise<ReadonlyMap<RawAddress, string>> {
    try {
      const response = await this.client.request(ROUTERS, { query: [['dex_v2', 'true']], signal });
      const items = readResponse(ROUTERS, () => toFields(response).requiredArray('router_list'));
      return new Map((await readEvents(items, readRouter)).events);
    } catch (error) {
      // Without the list, trades are stored all the same, and the types of their pools are unknown.
      if (error instanceof SourceError && error.status === 404) return new Map();
      throw error;
    }
  }
}

/** Throws BadValueError. */
function readRouter(item: unknown): readonly [RawAddress, string] {
  const fields = toFields(item);
  return [
    fields.required('address', readAddress),
    marketType(fields.required('router_type', (_, text) => text)),
  ];
}

/** Types that are not documented keep their name: `ConstantSum` is `JTN_MRKT_CONSTANT_SUM`. */
function marketType(routerType: string): string {
  const known = marketTypes.get(routerType);
  if (known !== undefined) return known;
  if (!/^[A-Za-z]{1,50}$/.test(routerType)) return UNKNOWN_MARKET_TYPE;
  return `JTN_MRKT_${routerType.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}`;
}
