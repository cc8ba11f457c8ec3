import * as z from 'zod/mini';
import { rawAddress } from './address-schemas.ts';
import { numberFromAmount } from './amount.ts';
import { countPeriods, periodSeconds, pricePeriods } from './enums.ts';
import { type MissingRange, missingRange } from './period-sets.ts';
import { sanitizeText } from './text.ts';
import { type Transaction, tradeTypes } from './transactions.ts';

export const sides = ['above', 'below'] as const;
export const screenEvents = ['enters', 'leaves'] as const;

/** How often an alert may fire, and the seconds until it may fire again. After `once`, it is paused. */
const repeatSeconds = { once: 0, min5: 300, hour: 3600, day: 86_400 } as const;
export type Repeat = keyof typeof repeatSeconds;

export const MAX_SCREEN_ROWS = 100;
const MAX_TEXT_LENGTH = 120;
// Fits 100 addresses with the other filters, as in saved screens.
const MAX_QUERY_LENGTH = 10_000;

const name = z.string().check(z.minLength(1), z.maxLength(MAX_TEXT_LENGTH));
const jetton = { address: rawAddress, symbol: name };
const positive = z.number().check(z.refine((value) => value > 0, 'must be above 0'));
const amountLevel = { side: z.enum(sides), value: positive };

/**
 * Validates an object by the schema of its `type`. A union of zod would add its code to the first script of pages without
 * alerts.
 */
function byType<Schemas extends Readonly<Record<string, z.ZodMiniType>>>(schemas: Schemas) {
  return z.transform((value: unknown, context): z.output<Schemas[keyof Schemas]> => {
    const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
    const schema = typeof type === 'string' && Object.hasOwn(schemas, type) ? schemas[type] : undefined;
    const result = schema?.safeParse(value);
    // The type of the result depends on `type`, which the compiler does not know.
    if (result?.success) return result.data as z.output<Schemas[keyof Schemas]>;
    context.issues.push({ code: 'custom', message: 'invalid', input: value });
    return z.NEVER;
  });
}

/** What an alert waits for. Amounts are in USD, changes in percent. */
export const alertRule = byType({
  price: z.object({ type: z.literal('price'), ...jetton, ...amountLevel }),
  liquidity: z.object({ type: z.literal('liquidity'), ...jetton, ...amountLevel }),
  /** What selling jettons worth $1,000 or $10,000 brings. */
  exit1k: z.object({ type: z.literal('exit1k'), ...jetton, ...amountLevel }),
  exit10k: z.object({ type: z.literal('exit10k'), ...jetton, ...amountLevel }),
  volume: z.object({ type: z.literal('volume'), ...jetton, ...amountLevel, period: z.enum(countPeriods) }),
  change: z.object({
    type: z.literal('change'),
    ...jetton,
    side: z.enum(sides),
    value: z.number(),
    period: z.enum(pricePeriods),
  }),
  trade: z.object({ type: z.literal('trade'), ...jetton, minUsd: positive }),
  screen: z.object({
    type: z.literal('screen'),
    name,
    /** The query of its link, with the question mark, or empty. */
    query: z.string().check(z.regex(/^(\?.*)?$/), z.maxLength(MAX_QUERY_LENGTH)),
    /** The rows from the top that count. */
    rows: z.int().check(z.gte(1), z.lte(MAX_SCREEN_ROWS)),
    event: z.enum(screenEvents),
  }),
});
export type AlertRule = z.infer<typeof alertRule>;
export const ruleTypes = [
  'price',
  'liquidity',
  'exit1k',
  'exit10k',
  'volume',
  'change',
  'trade',
  'screen',
] as const;
export type RuleType = (typeof ruleTypes)[number];
/** An alert on a number that crosses a value. */
export type LevelRule = Extract<AlertRule, { side: unknown }>;
type TradeRule = Extract<AlertRule, { type: 'trade' }>;
type ScreenRule = Extract<AlertRule, { type: 'screen' }>;

const time = z.int().check(z.gte(0));

export const alert = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  rule: alertRule,
  // Object.keys does not keep the names.
  repeat: z.enum(['once', 'min5', 'hour', 'day'] satisfies Repeat[]),
  /** Only data after it counts, in milliseconds: when the alert was made, changed or resumed. */
  since: time,
  isPaused: z.boolean(),
});
export type Alert = z.infer<typeof alert>;

const MAX_MISSING = 100;
const missing = z.array(missingRange).check(z.maxLength(MAX_MISSING));

/** Why an alert fired. Amounts are in USD. */
export const firing = z.object({
  /** Of the data, in milliseconds. */
  time,
  /** The number that crossed the value of the rule, or the largest trade. */
  value: z.optional(z.number()),
  tradeType: z.optional(z.enum(tradeTypes)),
  /** Trades that met the rule, if more than one. */
  trades: z.optional(z.int()),
  /** Jettons that entered or left the screen. */
  jettons: z.optional(z.array(z.object(jetton)).check(z.maxLength(MAX_SCREEN_ROWS))),
  /** Times near the data whose swaps have not been read. */
  missing,
  /** Data of earlier times arrived and caused it, so that there is no notification. */
  isLate: z.optional(z.boolean()),
});
export type Firing = z.infer<typeof firing>;

const base = { evaluatedAt: time, firedAt: z.optional(time) };

/** What an alert remembers of the data that it has seen. */
export const alertState = byType({
  level: z.object({
    type: z.literal('level'),
    ...base,
    /** Whether the number has been on the other side since the alert fired. */
    isArmed: z.boolean(),
    missing,
  }),
  /** `seen` identifies recent trades. */
  trade: z.object({ type: z.literal('trade'), ...base, seen: z.array(z.string()) }),
  screen: z.object({
    type: z.literal('screen'),
    ...base,
    members: z.array(z.object({ ...jetton, seenAt: time })),
  }),
});
export type AlertState = z.infer<typeof alertState>;
type LevelState = Extract<AlertState, { type: 'level' }>;
type TradeState = Extract<AlertState, { type: 'trade' }>;
type ScreenState = Extract<AlertState, { type: 'screen' }>;

/** The data that a rule is evaluated with. `time` is that of the data, in milliseconds. */
export type Observation =
  | { readonly type: 'level'; readonly time: number; readonly value: number; readonly missing: Missing }
  | {
      readonly type: 'trade';
      readonly time: number;
      /** At least those of the last `LATE_MS`. */
      readonly trades: readonly Transaction[];
      readonly missing: Missing;
    }
  | {
      readonly type: 'screen';
      readonly time: number;
      /** The rows that count, in the order of the screen. */
      readonly rows: readonly {
        readonly address: string;
        readonly symbol: string;
        readonly missing: Missing;
      }[];
    };
type Missing = readonly MissingRange[];
type ObservationOf<Type> = Extract<Observation, { type: Type }>;

export interface Evaluation {
  /** Undefined until there is data that counts. */
  readonly state: AlertState | undefined;
  readonly firing?: Firing;
}

/** Data of a node that is behind may be older by this. Of an alert that has seen data further ahead, a clock was wrong. */
const MAX_AHEAD_MS = 3_600_000;

/** Returns what still counts of a state at a time: after a wrong clock, only which trades it has seen. */
function stateAt(time: number, state: AlertState | undefined): AlertState | undefined {
  if (state === undefined || state.evaluatedAt <= time + MAX_AHEAD_MS) return state;
  return state.type === 'trade' ? { type: 'trade', evaluatedAt: 0, seen: state.seen } : undefined;
}

/**
 * Evaluates an alert with new data. Data that is not newer than the alert, or than what it has been evaluated with, changes
 * nothing, so that nothing fires twice. The first data that counts never fires, except trades.
 */
export function evaluateAlert(
  { rule, since, repeat }: Pick<Alert, 'rule' | 'since' | 'repeat'>,
  state: AlertState | undefined,
  observation: Observation,
): Evaluation {
  const former = stateAt(observation.time, state);
  if (observation.time <= Math.max(since, former?.evaluatedAt ?? 0)) return { state };
  const { state: next, firing: found } = evaluateRule(rule, since, former, observation);
  if (!next || !found) return { state: next };
  if (found.isLate) return { state: next, firing: found };
  const { firedAt } = next;
  const isCooling = firedAt !== undefined && observation.time < firedAt + repeatSeconds[repeat] * 1000;
  return isCooling ? { state: next } : { state: { ...next, firedAt: observation.time }, firing: found };
}

function evaluateRule(
  rule: AlertRule,
  since: number,
  state: AlertState | undefined,
  observation: Observation,
): Evaluation {
  if ('side' in rule && observation.type === 'level')
    return evaluateLevel(rule, state?.type === 'level' ? state : undefined, observation);
  if (rule.type === 'trade' && observation.type === 'trade')
    return evaluateTrades(rule, since, state?.type === 'trade' ? state : undefined, observation);
  if (rule.type === 'screen' && observation.type === 'screen')
    return evaluateScreen(rule, state?.type === 'screen' ? state : undefined, observation);
  return { state };
}

/** How far a number must go back before the alert fires again: a share of its value, or percentage points. */
const HYSTERESIS = 0.01;
const HYSTERESIS_POINTS = 0.5;

function evaluateLevel(
  rule: LevelRule,
  state: LevelState | undefined,
  { time: dataTime, value, missing: ranges }: ObservationOf<'level'>,
): Evaluation {
  const distance = rule.side === 'above' ? value - rule.value : rule.value - value;
  const margin = rule.type === 'change' ? HYSTERESIS_POINTS : rule.value * HYSTERESIS;
  const hasCrossed = distance >= 0;
  const from = dataTime - windowSeconds(rule) * 1000;
  const recent = ranges.filter(({ to }) => Date.parse(to) > from).slice(0, MAX_MISSING);
  const next: LevelState = {
    ...state,
    type: 'level',
    evaluatedAt: dataTime,
    isArmed: hasCrossed ? false : (state?.isArmed ?? true) || distance < -margin,
    missing: recent,
  };
  if (!state?.isArmed || !hasCrossed) return { state: next };
  // Prices, liquidity and exits are those of now; numbers of a period also change when its past does.
  const isLate = 'period' in rule && missingSeconds(state.missing, from) > missingSeconds(recent, from);
  return { state: next, firing: { time: dataTime, value, missing: recent, ...(isLate && { isLate }) } };
}

/** A hole in the last hour may hide what a price or the liquidity is now. */
const RECENT_SECONDS = 3600;

function windowSeconds(rule: LevelRule): number {
  return 'period' in rule ? periodSeconds[rule.period] : RECENT_SECONDS;
}

/** Returns how many seconds after `from` are missing. */
function missingSeconds(ranges: Missing, from: number): number {
  return ranges.reduce((sum, range) => {
    const overlap = (Date.parse(range.to) - Math.max(Date.parse(range.from), from)) / 1000;
    return sum + Math.max(Math.min(range.seconds, overlap), 0);
  }, 0);
}

/** Trades that arrive later than this after their time never fire. */
export const LATE_MS = 5 * 60_000;
const MAX_SEEN = 500;

function evaluateTrades(
  rule: TradeRule,
  since: number,
  state: TradeState | undefined,
  { time: dataTime, trades, missing: ranges }: ObservationOf<'trade'>,
): Evaluation {
  const from = Math.max(since, dataTime - LATE_MS);
  const isLarge = ({ usd }: Transaction) => usd !== undefined && numberFromAmount(usd) >= rule.minUsd;
  const large = trades.filter((trade) => isLarge(trade) && Date.parse(trade.time) > from);
  const seen = new Set(state?.seen);
  const fresh = large.filter((trade) => !seen.has(keyOf(trade)));
  const next: TradeState = {
    ...state,
    type: 'trade',
    evaluatedAt: dataTime,
    seen: [...new Set([...large.map(keyOf), ...seen])].slice(0, MAX_SEEN),
  };
  const [largest] = fresh.toSorted((a, b) => usdOf(b) - usdOf(a));
  if (!largest) return { state: next };
  return {
    state: next,
    firing: {
      time: Date.parse(largest.time),
      value: usdOf(largest),
      tradeType: largest.type,
      ...(fresh.length > 1 && { trades: fresh.length }),
      missing: ranges
        .filter(({ to }) => Date.parse(to) > dataTime - RECENT_SECONDS * 1000)
        .slice(0, MAX_MISSING),
    },
  };
}

function usdOf({ usd }: Transaction): number {
  return usd === undefined ? 0 : numberFromAmount(usd);
}

function keyOf({ pool, timeLt }: Transaction): string {
  return `${timeLt} ${pool.slice(-12)}`;
}

/** Returns what is stored and shown of a symbol, which is untrusted and may be empty or of any length. */
function storedSymbol(symbol: string): string {
  // Without half of a character at the end.
  return (
    sanitizeText(symbol)
      .slice(0, MAX_TEXT_LENGTH)
      .replace(/[\ud800-\udbff]$/, '') || '?'
  );
}

/** Jettons leave a screen once they have not been on it for this time, so that those at its edge do not come and go. */
const LEAVE_MS = 2 * 60_000;

function evaluateScreen(
  rule: ScreenRule,
  state: ScreenState | undefined,
  { time: dataTime, rows }: ObservationOf<'screen'>,
): Evaluation {
  const current = new Set(rows.map(({ address }) => address));
  const absent = state?.members.filter(({ address }) => !current.has(address)) ?? [];
  const leaving = absent.filter(({ seenAt }) => seenAt <= dataTime - LEAVE_MS);
  const next: ScreenState = {
    ...state,
    type: 'screen',
    evaluatedAt: dataTime,
    members: [
      ...rows.map(({ address, symbol }) => ({ address, symbol: storedSymbol(symbol), seenAt: dataTime })),
      ...absent.filter((member) => !leaving.includes(member)),
    ],
  };
  if (!state) return { state: next };
  const members = new Set(state.members.map(({ address }) => address));
  const entering = rows.filter(({ address }) => !members.has(address));
  const jettons = (rule.event === 'enters' ? entering : leaving)
    .slice(0, MAX_SCREEN_ROWS)
    .map(({ address, symbol }) => ({ address, symbol: storedSymbol(symbol) }));
  if (jettons.length === 0) return { state: next };
  const from = dataTime - periodSeconds.day * 1000;
  const ranges = entering.flatMap((row) => row.missing).filter(({ to }) => Date.parse(to) > from);
  const byText = new Map(ranges.map((range) => [JSON.stringify(range), range]));
  return {
    state: next,
    firing: { time: dataTime, jettons, missing: [...byText.values()].slice(0, MAX_MISSING) },
  };
}
