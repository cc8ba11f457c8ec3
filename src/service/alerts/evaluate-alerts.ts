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
import { MAX_PUSH_FIRINGS, type PushAlert } from '#contract/push.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { Service, ServiceContext } from '#service/config/context.ts';
import { getStatistics } from '#service/operations/activity.ts';
import { getJettons, getRecords } from '#service/operations/jettons.ts';
import { missingOfJettons } from '#service/operations/missing-data.ts';
import { getJettonTransactions } from '#service/operations/transactions.ts';
import { type Database, rows } from '#service/store/database.ts';
import { alertRule } from '#service/store/schema.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import { isStoreUnavailable } from '#service/store/store-errors.ts';
import { MAX_ATTEMPTS } from './send-messages.ts';
import { lockAlerts, sharerOf } from './subscriptions.ts';

type StoredRule = typeof alertRule.$inferSelect;

interface Evaluated extends StoredRule {
  readonly next: AlertState;
  readonly firing: Firing | undefined;
}

/** A state that only has a later time is stored after this time, so that rounds without events write little. */
const STATE_AGE_MS = 30_000;

/** Links of responses are not used. */
const caller = { baseUrl: '' };

/** Alerts that are evaluated with what is read at once: numbers or trades of up to 100 jettons, or a screen. */
interface Group {
  readonly key: string;
  readonly isOfNumbers: boolean;
  readonly rules: RuleReference[];
}

interface RuleReference {
  readonly subscriptionId: string;
  readonly id: string;
  readonly revision: number;
  readonly type: RuleType;
  /** Null for screens. */
  readonly address: RawAddress | null;
  /** Identifies the list of a screen. */
  readonly list: string | null;
  /** See `sharerOf`. */
  readonly sharer: string;
}

/** Alerts of a group: what they have seen is in memory at the same time. */
const MAX_RULES = 500;
/** After it, no further screen or trades are read, so that alerts on numbers do not wait for many of them. */
const MAX_TIME_MS = 2_000;

/**
 * Evaluates the alerts of all subscriptions with the current data, and stores what they have seen together with the messages
 * to send: those on numbers first, then, as far as there is time, those on screens and trades whose turn it is. Returns the
 * number of messages.
 */
export async function evaluateAlerts(
  service: Service,
  turns = new Turns(),
  maxTime = MAX_TIME_MS,
): Promise<number> {
  const groups = turns.order(groupsOf(await readReferences(service.store.db)));
  const deadline = performance.now() + maxTime;
  const errors: unknown[] = [];
  let messages = 0;
  for (const group of groups) {
    try {
      messages += await evaluateGroup(service, group);
    } catch (error) {
      // Others shall not wait for a group that fails.
      errors.push(error);
      if (isStoreUnavailable(error)) break;
    }
    turns.end(group);
    if (!group.isOfNumbers && performance.now() > deadline) break;
  }
  if (errors.length > 0) throw errors[0];
  return messages;
}

/** Decides which alerts are evaluated next. */
export class Turns {
  /** Numbers of the last turns of the groups, by their keys. */
  #last = new Map<string, number>();
  #turn = 0;
  /** The first turn with the present data. */
  #first = 0;
  #pending = 0;

  /** Whether all alerts have been evaluated with the present data. */
  get isComplete(): boolean {
    return this.#pending === 0;
  }

  /** Call it when there is new data. */
  restart(): void {
    this.#first = this.#turn;
  }

  /**
   * Returns the groups that have not been evaluated with the present data. After those of numbers, clients take turns with their
   * groups, each with those first whose last turn was the longest time ago.
   */
  order(groups: readonly Group[]): Group[] {
    const lastOf = ({ key }: Group) => this.#last.get(key) ?? -1;
    this.#last = new Map(groups.map((group) => [group.key, lastOf(group)]));
    const sharersOf = ({ rules }: Group) => [...new Set(rules.map(({ sharer }) => sharer))];
    const lastOfSharers = new Map<string, number>();
    for (const group of groups)
      for (const sharer of sharersOf(group))
        lastOfSharers.set(sharer, Math.max(lastOfSharers.get(sharer) ?? -1, lastOf(group)));
    const pending = groups.filter((group) => lastOf(group) < this.#first);
    this.#pending = pending.length;
    const counts = new Map<string, number>();
    const ranked = pending
      .toSorted((a, b) => lastOf(a) - lastOf(b))
      .map((group) => {
        const sharers = sharersOf(group);
        const before = sharers.map((sharer) => counts.get(sharer) ?? 0);
        for (const [index, sharer] of sharers.entries()) counts.set(sharer, (before[index] ?? 0) + 1);
        return {
          group,
          rank: group.isOfNumbers ? -1 : Math.min(...before),
          last: Math.min(...sharers.map((sharer) => lastOfSharers.get(sharer) ?? -1)),
        };
      });
    return ranked.toSorted((a, b) => a.rank - b.rank || a.last - b.last).map(({ group }) => group);
  }

  end({ key }: Group): void {
    this.#last.set(key, this.#turn);
    this.#turn += 1;
    this.#pending -= 1;
  }
}

function readReferences(db: Database): Promise<RuleReference[]> {
  return rows(
    db,
    sql`select r.subscription_id as "subscriptionId", r.id, r.revision, r.alert #>> '{rule,type}' as type,
        r.alert #>> '{rule,address}' as address, s.sharer, case when r.alert ? 'filter' then
          encode(sha256(convert_to(jsonb_build_array(r.alert -> 'filter', r.alert -> 'age')::text, 'UTF8')), 'hex')
        end as list
      from alert_rule r join (select id, ${sharerOf} as sharer from alert_subscription) as s on s.id = r.subscription_id
      where not r.is_done order by r.subscription_id, r.id`,
  );
}

async function evaluateGroup(service: Service, { rules }: Group): Promise<number> {
  const given = rules.map(({ subscriptionId, id, revision }) => ({ subscriptionId, id, revision }));
  // Alerts that were changed meanwhile may be of another group.
  const stored = await service.store.db
    .select()
    .from(alertRule)
    .where(
      sql`(subscription_id, id, revision) in (
      select "subscriptionId", id, revision
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given ("subscriptionId" uuid, id text, revision int)
    )`,
    );
  if (stored.length === 0) return 0;
  const observations = await service.store.read((db) => observe({ ...service, store: { db } }, stored));
  const evaluated = stored.flatMap((rule) => evaluate(rule, observations.get(keyOf(rule.alert))));
  return evaluated.length > 0 ? await store(service, evaluated) : 0;
}

function groupsOf(references: readonly RuleReference[]): Group[] {
  const groups = new Map<string, Group>();
  const addresses = { numbers: new Map<string, number>(), trades: new Map<string, number>() };
  const counts = new Map<string, number>();
  const queryKey = ({ type, address, list }: RuleReference) => {
    if (address === null) return `screen ${list}`;
    const kind = type === 'trade' ? 'trades' : 'numbers';
    const index = addresses[kind].get(address) ?? addresses[kind].size;
    addresses[kind].set(address, index);
    return `${kind} ${Math.floor(index / MAX_ADDRESSES)}`;
  };
  for (const rule of references) {
    const query = queryKey(rule);
    const count = counts.get(query) ?? 0;
    counts.set(query, count + 1);
    const key = `${query} ${Math.floor(count / MAX_RULES)}`;
    const group = groups.get(key) ?? { key, isOfNumbers: query.startsWith('numbers'), rules: [] };
    group.rules.push(rule);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function evaluate(rule: StoredRule, observation: Observation | undefined): Evaluated[] {
  const former = rule.state ?? undefined;
  const { state: next, firing } = observation ? evaluateAlert(rule.alert, former, observation) : {};
  if (!next || next === former) return [];
  const isDue = !former || Math.abs(next.evaluatedAt - former.evaluatedAt) >= STATE_AGE_MS;
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
        where m.jetton_id = j.id and s.dust in (false, true) and s.time >= ${timestamptz(from)}
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
