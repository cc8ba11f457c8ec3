import {
  type Alert,
  type AlertRule,
  type AlertState,
  evaluateAlert,
  type Firing,
  LATE_MS,
  type LevelRule,
  type Observation,
  type RuleType,
} from '#contract/alerts.ts';
import { numberFromAmount } from '#contract/amount.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { operations } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import type { MissingRange } from '#contract/period-sets.ts';
import { getJettonTransactions, type Transaction } from '#contract/transactions.ts';
import type { Client } from '#web/api/client/client.ts';
import { InvalidResponseError } from '#web/api/client/errors.ts';
import { asFields } from '#web/api/client/fields.ts';
import { catchNotInPlan, notInPlan, type PlanResult } from '#web/api/client/plan.ts';
import { type Activity, decodeActivity } from '#web/api/decoding/decode-activity.ts';
import {
  type ByAddress,
  decodeByAddress,
  decodeListedJetton,
  decodeMissing,
  decodePage,
  type ListedJetton,
} from '#web/api/decoding/decode-jetton.ts';
import { parseQuery } from '#web/kit/device/link-state.ts';
import { apiFilterAt } from '#web/list/list-filter.ts';
import { listFilterOf, parseScreen } from '#web/list/list-state.ts';

interface Statistics extends Activity {
  readonly missing: readonly MissingRange[];
  readonly calculatedAt: string | undefined;
}

interface Trades {
  readonly trades: readonly Transaction[];
}

interface Rows {
  readonly rows: readonly ListedJetton[];
}

/** What the requests of a round returned. */
interface Data {
  /** When the round began, by the clock of the service. */
  readonly startedAt: number;
  readonly statistics: PlanResult<ByAddress<Statistics>> | undefined;
  readonly jettons: ByAddress<ListedJetton> | undefined;
  /** Trades by address, and rows by the query of their screen. */
  readonly single: ReadonlyMap<string, Trades | Rows>;
}

type RoundClient = Pick<Client, 'callAndDecode' | 'fetchExtension'>;

export interface RoundResult {
  /** By id of the alert. */
  readonly states: ReadonlyMap<string, AlertState | undefined>;
  readonly firings: readonly { readonly alert: Alert; readonly firing: Firing }[];
}

/**
 * Requests what the alerts need and evaluates them. Those without data stay as they are. All numbers of jettons take two
 * requests; each screen, and the trades of each jetton, another.
 */
export async function evaluateRound(
  client: RoundClient,
  alerts: readonly Alert[],
  stateOf: (id: string) => AlertState | undefined,
  startedAt: number,
): Promise<RoundResult> {
  const data = await load(client, alerts, startedAt);
  const results = alerts.flatMap((alert) => {
    const observation = observe(alert, data);
    return observation ? { alert, ...evaluateAlert(alert, stateOf(alert.id), observation) } : [];
  });
  return {
    states: new Map(results.map(({ alert, state }) => [alert.id, state])),
    firings: results.flatMap(({ alert, firing }) => (firing ? { alert, firing } : [])),
  };
}

async function load(client: RoundClient, alerts: readonly Alert[], startedAt: number): Promise<Data> {
  const rules = alerts.map(({ rule }) => rule);
  const ofJettons = rules.filter((rule) => rule.type !== 'screen');
  const addresses = [...new Set(ofJettons.map(({ address }) => address))];
  const needsJettons = ofJettons.some(({ type }) => recordTypes.has(type));
  // Statistics first: their time is then not later than that of the other values.
  const statistics = await attempt(addresses.length > 0 && loadStatistics(client, addresses));
  const [jettons, ...observed] = await Promise.all([
    attempt(needsJettons && loadJettons(client, addresses)),
    ...singleRequests(client, rules, startedAt),
  ]);
  return { startedAt, statistics, jettons, single: new Map(observed.filter((one) => one !== undefined)) };
}

/** Rules on numbers of the list record. */
const recordTypes: ReadonlySet<RuleType> = new Set(['price', 'liquidity', 'exit1k', 'exit10k']);

/** A failed request is repeated in the next round. */
async function attempt<Value>(request: false | Promise<Value>): Promise<Value | undefined> {
  try {
    return request === false ? undefined : await request;
  } catch {
    return undefined;
  }
}

const PRIORITY = { priority: 'live' } as const;

function loadStatistics(
  client: RoundClient,
  addresses: string[],
): Promise<PlanResult<ByAddress<Statistics>>> {
  const decode = (body: unknown) =>
    decodeByAddress(body, (item) => {
      const activity = decodeActivity(item);
      const { calculatedAt } = activity.volume.day ?? activity.usd.day ?? {};
      return { ...activity, missing: decodeMissing(asFields(item).missing), calculatedAt };
    });
  const input = { address: addresses, limit: MAX_ADDRESSES };
  return catchNotInPlan(client.callAndDecode(operations.getJettonStatisticsList, input, decode, PRIORITY));
}

async function loadJettons(client: RoundClient, addresses: string[]): Promise<ByAddress<ListedJetton>> {
  const jettons = await loadList(client, { address: addresses, limit: MAX_ADDRESSES });
  return new Map(jettons.map((jetton) => [jetton.identity.address, jetton]));
}

async function loadList(client: RoundClient, input: JettonListFilterInput): Promise<readonly ListedJetton[]> {
  // No image of the list is shown.
  const decode = (body: unknown) => decodePage(body, 'jettons', (item) => decodeListedJetton(item, []));
  return (await client.callAndDecode(operations.getJettons, input, decode, PRIORITY)).items;
}

/** Requests the screens, and the trades of jettons, that alerts wait for. */
function singleRequests(client: RoundClient, rules: readonly AlertRule[], startedAt: number) {
  const tradeRules = rules.filter((rule) => rule.type === 'trade');
  const screenRules = rules.filter((rule) => rule.type === 'screen');
  const minUsdOf = new Map<string, number>();
  for (const { address, minUsd } of tradeRules)
    minUsdOf.set(address, Math.min(minUsdOf.get(address) ?? minUsd, minUsd));
  const rowsOf = new Map<string, number>();
  for (const { query, rows } of screenRules) rowsOf.set(query, Math.max(rowsOf.get(query) ?? rows, rows));
  const requests = [
    ...[...minUsdOf].map(
      ([address, minUsd]) => [address, loadTrades(client, address, minUsd, startedAt)] as const,
    ),
    ...[...rowsOf].map(([query, rows]) => [query, loadScreen(client, query, rows, startedAt)] as const),
  ];
  return requests.map(async ([key, request]) => {
    const loaded = await attempt<Trades | Rows>(request);
    return loaded && ([key, loaded] as const);
  });
}

/** Trades that a request returns at most. */
const MAX_TRADES = 100;
/** Pages that are requested at most. */
const MAX_PAGES = 10;

/** Requests all recent trades: a large one can be older than many of the smallest that other alerts wait for. */
async function loadTrades(
  client: RoundClient,
  address: string,
  minUsd: number,
  now: number,
): Promise<Trades> {
  const from = new Date(now - LATE_MS).toISOString();
  const trades: Transaction[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const input = { address, minUsd, from, limit: MAX_TRADES, ...(cursor !== undefined && { cursor }) };
    const body = await client.fetchExtension(getJettonTransactions, input, PRIORITY);
    const { data } = getJettonTransactions.response.safeParse(body);
    if (!data) throw new InvalidResponseError(`not a response of ${getJettonTransactions.name}`);
    trades.push(...data.transactions);
    cursor = data.next;
    if (cursor === undefined) break;
  }
  return { trades };
}

async function loadScreen(client: RoundClient, query: string, rows: number, now: number): Promise<Rows> {
  const { screen } = parseScreen(parseQuery(query));
  const filter = apiFilterAt(listFilterOf(screen), new Date(now));
  return { rows: filter ? await loadList(client, { ...filter, limit: rows }) : [] };
}

/** Returns what an alert is evaluated with. Undefined if it was not loaded, or the service has no value. */
function observe({ rule }: Alert, { startedAt, statistics, jettons, single }: Data): Observation | undefined {
  if (rule.type === 'screen') {
    const loaded = single.get(rule.query);
    if (!loaded || !('rows' in loaded)) return undefined;
    const rows = loaded.rows
      .slice(0, rule.rows)
      .map(({ identity: { address, symbol }, missing }) => ({ address, symbol, missing }));
    return { type: 'screen', time: startedAt, rows };
  }
  const ofJetton = statistics === notInPlan ? undefined : statistics?.get(rule.address);
  const missing = ofJetton?.missing ?? [];
  if (rule.type === 'trade') {
    const loaded = single.get(rule.address);
    if (!loaded || !('trades' in loaded)) return undefined;
    return { type: 'trade', time: startedAt, trades: loaded.trades, missing };
  }
  const value = currentValue(rule, ofJetton, jettons?.get(rule.address));
  const time = ofJetton?.calculatedAt === undefined ? startedAt : Date.parse(ofJetton.calculatedAt);
  // Without statistics, the time of the values is unknown; a plan that lacks them has none.
  if (value === undefined || statistics === undefined) return undefined;
  return { type: 'level', time, value, missing };
}

function currentValue(
  rule: LevelRule,
  statistics: Statistics | undefined,
  jetton: ListedJetton | undefined,
): number | undefined {
  if (rule.type === 'change') return statistics?.usd[rule.period]?.percent;
  const amount = {
    price: jetton?.priceUsd,
    liquidity: jetton?.liquidityUsd,
    exit1k: jetton?.exit1k,
    exit10k: jetton?.exit10k,
    volume: rule.type === 'volume' ? statistics?.volume[rule.period]?.current : undefined,
  }[rule.type];
  return amount && numberFromAmount(amount);
}
