import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import {
  type AlertState,
  evaluateAlert,
  type Firing,
  LATE_MS,
  type LevelRule,
  type Observation,
  type RuleType,
} from '#contract/alerts.ts';
import { type Amount, numberFromAmount } from '#contract/amount.ts';
import type { Jetton, JettonStats } from '#contract/jetton.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { InputOf } from '#contract/operations.ts';
import { MAX_ADDRESSES, MAX_LIMIT } from '#contract/pagination.ts';
import { MAX_PUSH_FIRINGS, type PushAlert, queryOf } from '#contract/push.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { Service, ServiceContext } from '#service/config/context.ts';
import { getStatistics } from '#service/operations/activity.ts';
import { getJettons, getRecords } from '#service/operations/jettons.ts';
import { missingOfJettons } from '#service/operations/missing-data.ts';
import { getJettonTransactions } from '#service/operations/transactions.ts';
import { type Database, rows } from '#service/store/database.ts';
import { alertRule } from '#service/store/schema.ts';
import { toTimestamptz } from '#service/store/sql-text.ts';
import { isStoreUnavailable } from '#service/store/store-errors.ts';
import { MAX_ATTEMPTS } from './send-messages.ts';
import { lockAlerts } from './subscriptions.ts';

type StoredRule = typeof alertRule.$inferSelect;

interface Evaluated extends StoredRule {
  readonly next: AlertState;
  readonly firing: Firing | undefined;
}

/** A state that only has a later time is stored after this time, so that rounds without events write little. */
const STATE_AGE_MS = 30_000;

/** Links of responses are not used. */
const caller = { baseUrl: '' };

/**
 * Evaluates the alerts of all subscriptions with the current data, and stores what they have seen together with the messages
 * to send. Returns the number of messages.
 */
export async function evaluateAlerts(service: Service): Promise<number> {
  const stored = await service.store.db.select().from(alertRule).where(sql`not is_done`);
  const errors: unknown[] = [];
  let messages = 0;
  for (const group of groupsOf(stored)) {
    try {
      const observations = await service.store.read((db) => observe({ ...service, store: { db } }, group));
      const evaluated = group.flatMap((rule) => evaluate(rule, observations.get(keyOf(rule.alert))));
      if (evaluated.length > 0) messages += await store(service, evaluated);
    } catch (error) {
      // Others shall not wait for a group that fails.
      errors.push(error);
      if (isStoreUnavailable(error)) break;
    }
  }
  if (errors.length > 0) throw errors[0];
  return messages;
}

/** Divides alerts by what is read at once: numbers or trades of up to 100 jettons, or a screen. */
function groupsOf(stored: readonly StoredRule[]): StoredRule[][] {
  const groups = new Map<string, StoredRule[]>();
  const addresses = { numbers: new Map<string, number>(), trades: new Map<string, number>() };
  const keyOfGroup = (alert: PushAlert) => {
    const { rule } = alert;
    if (rule.type === 'screen') return String(queryOf(alert));
    const kind = rule.type === 'trade' ? 'trades' : 'numbers';
    const index = addresses[kind].get(rule.address) ?? addresses[kind].size;
    addresses[kind].set(rule.address, index);
    return `${kind} ${Math.floor(index / MAX_ADDRESSES)}`;
  };
  for (const rule of stored) {
    const key = keyOfGroup(rule.alert);
    const group = groups.get(key);
    if (group) group.push(rule);
    else groups.set(key, [rule]);
  }
  return [...groups.values()];
}

function evaluate(rule: StoredRule, observation: Observation | undefined): Evaluated[] {
  const former = rule.state ?? undefined;
  const { state: next, firing } = observation ? evaluateAlert(rule.alert, former, observation) : {};
  if (!next || next === former) return [];
  const isDue = !former || next.evaluatedAt - former.evaluatedAt >= STATE_AGE_MS;
  return firing || isDue || withoutTimes(next) !== withoutTimes(former) ? [{ ...rule, next, firing }] : [];
}

function withoutTimes(state: AlertState): string {
  return JSON.stringify(state, (name, value: unknown) =>
    name === 'evaluatedAt' || name === 'seenAt' ? undefined : value,
  );
}

/**
 * Stores states and messages. Alerts that were changed or evaluated meanwhile, maybe by another process, stay as they are.
 * Returns the number of messages to send.
 */
async function store(service: Service, evaluated: readonly Evaluated[]): Promise<number> {
  const given = evaluated.map(({ subscriptionId, id, revision, alert: { repeat }, next, firing }) => ({
    subscriptionId,
    id,
    revision,
    state: next,
    isDone: repeat === 'once' && firing !== undefined && !firing.isLate,
    ...(firing && { firing, time: new Date(firing.time), isSent: !firing.isLate }),
  }));
  return await service.store.transaction(async (db) => {
    await lockAlerts(db);
    const stored = await rows<{ subscriptionId: string; isSent: boolean }>(
      db,
      sql`with given as (
          select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
            "subscriptionId" uuid, id text, revision int, state jsonb, "isDone" boolean, firing jsonb,
            time timestamptz, "isSent" boolean
          )
        ), changed as (
          update alert_rule r set state = given.state, is_done = given."isDone", revision = r.revision + 1
          from given
          where r.subscription_id = given."subscriptionId" and r.id = given.id and r.revision = given.revision
          returning r.subscription_id, r.id, r.alert, given.firing, given.time, given."isSent"
        )
        insert into alert_message (subscription_id, alert_id, time, rule, firing, send_at)
        select subscription_id, id, time, alert -> 'rule', firing, case when "isSent" then now() end
        from changed where firing is not null
        on conflict do nothing
        returning subscription_id as "subscriptionId", send_at is not null as "isSent"`,
    );
    const subscriptionIds = [...new Set(stored.map(({ subscriptionId }) => subscriptionId))];
    if (stored.length > 0) await deleteOldMessages(db, subscriptionIds);
    return stored.filter(({ isSent }) => isSent).length;
  });
}

/** Keeps what responses contain, and the message since which an endpoint has accepted none. */
async function deleteOldMessages(db: Database, subscriptionIds: readonly string[]): Promise<void> {
  await db.execute(
    sql`delete from alert_message m using (
        select subscription_id, alert_id, time, row_number() over (
          partition by subscription_id order by time desc
        ) as number
        from alert_message where subscription_id = any(${sql.param(subscriptionIds)}::uuid[])
      ) as numbered
      where (m.subscription_id, m.alert_id, m.time)
          = (numbered.subscription_id, numbered.alert_id, numbered.time)
        and m.send_at is null and m.attempts <= ${MAX_ATTEMPTS} and number > ${MAX_PUSH_FIRINGS}`,
  );
}

/** Identifies an observation among those of a group. */
function keyOf({ rule }: PushAlert): string {
  if (rule.type === 'screen') return String(rule.rows);
  return [rule.address, rule.type, 'period' in rule ? rule.period : ''].join(' ');
}

/** Reads what the alerts of a group are evaluated with. There is nothing for jettons without the value. */
async function observe(
  context: ServiceContext,
  group: readonly StoredRule[],
): Promise<ReadonlyMap<string, Observation>> {
  const [calculated] = await rows<{ at: string | null }>(
    context.store.db,
    sql`select iso(calculated_at) as at from dataset`,
  );
  if (!calculated?.at) return new Map();
  const time = Date.parse(calculated.at);
  const alerts = group.map(({ alert }) => alert);
  const [first] = alerts;
  if (first?.rule.type === 'screen') return observeScreen(context, alerts, time);
  if (first?.rule.type === 'trade') return observeTrades(context, alerts, time);
  return observeNumbers(context, alerts, time);
}

async function observeNumbers(
  context: ServiceContext,
  alerts: readonly PushAlert[],
  time: number,
): Promise<ReadonlyMap<string, Observation>> {
  const rules = alerts.flatMap(({ rule }) => ('side' in rule ? rule : []));
  const addresses = [...new Set(rules.map(({ address }) => address))];
  const statistics = await getStatistics(context, addresses);
  const needsRecords = rules.some(({ type }) => recordTypes.has(type));
  const records = await getRecords(context, needsRecords ? addresses : [], caller);
  return new Map(
    alerts.flatMap((alert): [string, Observation][] => {
      if (!('side' in alert.rule)) return [];
      const { address } = alert.rule;
      const ofJetton = statistics.get(address);
      const value = currentValue(alert.rule, ofJetton, records.get(address));
      if (value === undefined) return [];
      return [[keyOf(alert), { type: 'level', time, value, missing: ofJetton?.missing ?? [] }]];
    }),
  );
}

/** Rules on numbers of the list record. */
const recordTypes: ReadonlySet<RuleType> = new Set(['price', 'liquidity', 'exit1k', 'exit10k']);

function currentValue(
  rule: LevelRule,
  statistics: JettonStats | undefined,
  jetton: Jetton | undefined,
): number | undefined {
  if (rule.type === 'change') return statistics?.priceChange.usd[rule.period]?.changePercent;
  const amounts: Readonly<Record<typeof rule.type, Amount | undefined>> = {
    price: jetton?.priceUsd,
    liquidity: jetton?.liquidityUsd,
    exit1k: jetton?.exit?.usd1k,
    exit10k: jetton?.exit?.usd10k,
    volume: rule.type === 'volume' ? statistics?.volume.usd[rule.period].current : undefined,
  };
  const amount = amounts[rule.type];
  return amount && numberFromAmount(amount);
}

async function observeTrades(
  context: ServiceContext,
  alerts: readonly PushAlert[],
  time: number,
): Promise<ReadonlyMap<string, Observation>> {
  const from = new Date(time - LATE_MS);
  const minUsd = new Map<RawAddress, number>();
  for (const { rule } of alerts)
    if (rule.type === 'trade')
      minUsd.set(rule.address, Math.min(rule.minUsd, minUsd.get(rule.address) ?? Number.POSITIVE_INFINITY));
  const addresses = [...minUsd.keys()];
  const found = await rows<{ address: RawAddress; isTraded: boolean }>(
    context.store.db,
    sql`select j.address, exists (
        select from market m join swap s on s.pool_id = m.pool_id
        where m.jetton_id = j.id and s.dust in (false, true) and s.time >= ${toTimestamptz(from)}
      ) as "isTraded"
      from jetton j where j.address = any(${sql.param(addresses)}::text[])`,
  );
  const missingOf = await missingOfJettons(context, addresses);
  const observations = new Map<string, Observation>();
  for (const { address, isTraded } of found) {
    observations.set(address, {
      type: 'trade',
      time,
      trades: isTraded ? await readTrades(context, { address, minUsd: minUsd.get(address), from }) : [],
      missing: missingOf(address) ?? [],
    });
  }
  return new Map(
    alerts.flatMap((alert): [string, Observation][] => {
      const observation = alert.rule.type === 'trade' && observations.get(alert.rule.address);
      return observation ? [[keyOf(alert), observation]] : [];
    }),
  );
}

/** Pages of trades that are read at most, which is more than the network has in the time of `LATE_MS`. */
const MAX_PAGES = 50;

/** Reads all trades since a time: a large one can be older than many of the smallest that other alerts wait for. */
async function readTrades(
  context: ServiceContext,
  filter: Pick<InputOf<ServedOperations['getJettonTransactions']>, 'address' | 'minUsd' | 'from'>,
): Promise<Transaction[]> {
  const trades: Transaction[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const input = { ...filter, limit: MAX_LIMIT, cursor };
    const { transactions, next } = await getJettonTransactions(context, input, caller);
    trades.push(...transactions);
    cursor = next;
    if (cursor === undefined) break;
  }
  return trades;
}

async function observeScreen(
  context: ServiceContext,
  alerts: readonly PushAlert[],
  time: number,
): Promise<ReadonlyMap<string, Observation>> {
  const rowsOf = ({ rule }: PushAlert) => (rule.type === 'screen' ? rule.rows : 0);
  const filter = alerts[0] && filterAt(alerts[0], time);
  const limit = Math.max(...alerts.map(rowsOf));
  const { jettons } = filter ? await getJettons(context, { ...filter, limit }, caller) : { jettons: [] };
  const listed = jettons.map(({ metadata: { address, symbol }, missing = [] }) => ({
    address,
    symbol,
    missing,
  }));
  return new Map(
    alerts.map((alert) => [
      keyOf(alert),
      { type: 'screen', time, rows: listed.slice(0, rowsOf(alert)) } satisfies Observation,
    ]),
  );
}

/** Returns the filter of a screen at a time. Undefined if no creation time can match the age. */
function filterAt({ filter, age }: PushAlert, time: number): JettonListFilter | undefined {
  if (!filter || !age) return filter && { ...filter, cursor: undefined };
  const { min, max } = filter.createdAt ?? {};
  const before = (seconds: number) => time - seconds * 1000;
  const from = Math.max(
    min ? Date.parse(min) : EARLIEST_MS,
    age.max === undefined ? EARLIEST_MS : before(age.max),
  );
  const to = Math.min(max ? Date.parse(max) : time, age.min === undefined ? time : before(age.min));
  if (from > to) return undefined;
  const createdAt = { min: new Date(from).toISOString(), max: new Date(to).toISOString() };
  return { ...filter, cursor: undefined, createdAt };
}

const EARLIEST_MS = 0;
