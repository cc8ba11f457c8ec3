import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import {
  type Alert,
  type AlertRule,
  alertRule,
  MAX_SCREEN_ROWS,
  type Repeat,
  type RuleType,
} from '#contract/alerts.ts';
import { type Amount, numberFromAmount } from '#contract/amount.ts';
import { countPeriods, type PricePeriod, pricePeriods } from '#contract/enums.ts';
import { repeatLabels, ruleLabels } from '#contract/format/alert-text.ts';
import { formatChange, formatCompactAmount, priceLabel } from '#contract/format/format-numbers.ts';
import { notInPlan } from '#web/api/client/plan.ts';
import { useIsSnapshot } from '#web/api/client/service-status.ts';
import { comparedActivity } from '#web/api/queries/compare.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { Button, takeFocus } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import { Modal } from '#web/kit/controls/dialog.tsx';
import { RadioGroup } from '#web/kit/controls/radio-group.tsx';
import { Select } from '#web/kit/controls/select.tsx';
import { cleanName } from '#web/kit/device/names.ts';
import { formatFilterValue, parseFilterValue } from '#web/list/filter-values.ts';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import { type DecimalText, decimalOfNumber } from '#web/money/decimals.ts';
import { periodLabels } from '#web/money/periods.ts';
import { previewAlert, previewText, weekOfPrices } from './alert-preview.ts';
import styles from './alerts.module.css';
import { limitError, saveAlert, useAlerts } from './alerts.ts';
import { runAlerts } from './run-alerts.ts';

/** A price that was chosen on a chart. */
interface AlertLevel {
  /** In USD. */
  readonly value: number;
  readonly side: 'above' | 'below';
  /** In the unit of the chart, unless that is USD. */
  readonly chosen: string | undefined;
}

/** What an alert is about: a jetton, maybe at a chosen price, or a screen with its query. */
export type AlertSubject =
  | {
      readonly address: string;
      readonly level?: AlertLevel | undefined;
    }
  | { readonly name: string; readonly query: string };

interface Props {
  readonly subject: AlertSubject;
  /** The alert to change. Absent for a new one. */
  readonly alert?: Alert;
  readonly onClose: () => void;
}

/** Dialog that adds or changes an alert. */
export function AlertDialog({ subject, alert, onClose }: Props) {
  const [isSaved, setSaved] = useState(false);
  const title = alert ? 'Edit alert' : 'New alert';
  return (
    <Modal title={title} onClose={onClose}>
      <div className={styles.dialog}>
        <h2>{title}</h2>
        {isSaved ? (
          <>
            <p role="status">Alert saved. It is checked while Jetscope is open in any tab.</p>
            <div className="row">
              <Link to="/alerts" className="text-link" onClick={onClose}>
                All alerts
              </Link>
              <Button ref={takeFocus} onClick={onClose}>
                Close
              </Button>
            </div>
          </>
        ) : (
          <AlertForm subject={subject} alert={alert} onSaved={() => setSaved(true)} onCancel={onClose} />
        )}
      </div>
    </Modal>
  );
}

/** The fields as entered. */
interface Draft {
  readonly type: RuleType;
  readonly side: 'above' | 'below';
  readonly period: PricePeriod;
  readonly event: 'enters' | 'leaves';
  readonly value: string;
  readonly repeat: Repeat;
}

interface FormProps {
  readonly subject: AlertSubject;
  readonly alert: Alert | undefined;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

function AlertForm({ subject, alert, onSaved, onCancel }: FormProps) {
  const id = useId();
  const [draft, setDraft] = useState(() => draftOf(subject, alert));
  const current = useCurrentValues(subject, draft);
  /** By type, those that were changed: a new alert starts with the current value. */
  const [entered, setEntered] = useState<{ readonly [Type in RuleType]?: string }>(
    draft.value === '' ? {} : { [draft.type]: draft.value },
  );
  const [error, setError] = useState('');
  const isSnapshot = useIsSnapshot();
  const value = entered[draft.type] ?? current.values[draft.type]?.field ?? '';
  const now = current.values[draft.type]?.text;
  const { symbol } = current;
  const chosen = 'address' in subject && draft.type === 'price' ? subject.level?.chosen : undefined;
  const rule = ruleOf(subject, { ...draft, value }, symbol ?? '');
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setError('');
  };
  const save = async () => {
    if (!rule) return setError(valueHints[draft.type]);
    const limit = limitError(rule, alert?.id);
    if (limit !== undefined) return setError(limit);
    const isFirst = useAlerts.getState().alerts.length === 0;
    saveAlert(rule, draft.repeat, alert?.id);
    onSaved();
    runAlerts();
    if (isFirst) await askForPermission();
  };
  if (current.isUnknown) return <p>No jetton at this address</p>;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>
        <bdi translate="no">{'name' in subject ? subject.name : (symbol ?? '…')}</bdi>
      </p>
      {'name' in subject ? (
        <RadioGroup legend="Event" value={draft.event} onChoose={(event) => change({ event })}>
          {[
            ['enters', 'A jetton enters'],
            ['leaves', 'A jetton leaves'],
          ]}
        </RadioGroup>
      ) : (
        <>
          <label htmlFor={`${id}type`}>Alert on</label>
          <Select
            id={`${id}type`}
            value={draft.type}
            onChoose={(type) => {
              // Volumes have fewer periods.
              change({ type, period: 'day' });
            }}
          >
            {jettonTypes.map((type) => [type, ruleLabels[type]] as const)}
          </Select>
        </>
      )}
      {draft.type === 'change' || draft.type === 'volume' ? (
        <>
          <label htmlFor={`${id}period`}>Period</label>
          <Select id={`${id}period`} value={draft.period} onChoose={(period) => change({ period })}>
            {(draft.type === 'change' ? pricePeriods : countPeriods).map(
              (period) => [period, periodLabels[period]] as const,
            )}
          </Select>
        </>
      ) : null}
      {draft.type === 'trade' || draft.type === 'screen' ? null : (
        <RadioGroup legend="Side" value={draft.side} onChoose={(side) => change({ side })}>
          {[
            ['above', 'Rises above'],
            ['below', 'Falls below'],
          ]}
        </RadioGroup>
      )}
      <div className={`spread ${styles.value}`}>
        <label htmlFor={`${id}value`}>{valueLabels[draft.type]}</label>
        <span id={`${id}now`} className="note" translate="no">
          {now === undefined ? null : `now ${now}`}
        </span>
      </div>
      <input
        id={`${id}value`}
        className={control.input}
        inputMode={draft.type === 'change' ? 'text' : 'decimal'}
        autoComplete="off"
        aria-invalid={error !== ''}
        aria-describedby={`${id}now ${id}note`}
        value={value}
        onChange={({ target }) => {
          setEntered({ ...entered, [draft.type]: target.value });
          setError('');
        }}
      />
      <label htmlFor={`${id}repeat`}>Repeat</label>
      <Select id={`${id}repeat`} value={draft.repeat} onChoose={(repeat) => change({ repeat })}>
        {repeats.map((repeat) => [repeat, repeatLabels[repeat]] as const)}
      </Select>
      <div id={`${id}note`} className="note" role="status">
        {chosen !== undefined && value === draft.value ? (
          <p translate="no">{`${chosen} at the present rate`}</p>
        ) : null}
        {error ? <span className="danger">{error}</span> : null}
        {!error && rule?.type === 'price' ? <PreviewLine rule={rule} repeat={draft.repeat} /> : null}
        {isSnapshot ? <p>The data of this service does not change, so alerts never fire.</p> : null}
      </div>
      <div className="row">
        <Button submit disabled={symbol === undefined}>
          Save alert
        </Button>
        <Button bare onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function PreviewLine({ rule, repeat }: { rule: Extract<AlertRule, { type: 'price' }>; repeat: Repeat }) {
  const { data } = useQuery(weekOfPrices(rule.address));
  return data && data.length > 0 ? <p>{previewText(previewAlert(rule, repeat, data))}</p> : null;
}

const jettonTypes = ['price', 'change', 'volume', 'liquidity', 'exit1k', 'exit10k', 'trade'] as const;
const repeats = ['once', 'min5', 'hour', 'day'] as const;
const DEFAULT_ROWS = 20;
const VALUE_DIGITS = 5;

const valueLabels: Readonly<Record<RuleType, string>> = {
  price: 'Price, USD',
  change: 'Change, %',
  volume: 'Volume, USD',
  liquidity: 'Liquidity, USD',
  exit1k: 'Brings, USD',
  exit10k: 'Brings, USD',
  trade: 'At least, USD',
  screen: 'Rows from the top',
};

const AMOUNT_HINT = 'Enter an amount above 0, such as 50k or 0.0012';
const valueHints: Readonly<Record<RuleType, string>> = {
  price: AMOUNT_HINT,
  change: 'Enter a percentage such as 5 or -10',
  volume: AMOUNT_HINT,
  liquidity: AMOUNT_HINT,
  exit1k: AMOUNT_HINT,
  exit10k: AMOUNT_HINT,
  trade: AMOUNT_HINT,
  screen: `Enter a number of rows from 1 to ${MAX_SCREEN_ROWS}`,
};

function draftOf(subject: AlertSubject, alert: Alert | undefined): Draft {
  const initial: Draft = {
    type: 'name' in subject ? 'screen' : 'price',
    side: 'above',
    period: 'day',
    event: 'enters',
    value: '',
    repeat: 'hour',
  };
  const level = 'address' in subject ? subject.level : undefined;
  if (!alert) return level ? { ...initial, side: level.side, value: plainNumber(level.value) } : initial;
  const { rule, repeat } = alert;
  return { ...initial, ...rule, value: valueTextOf(rule), repeat };
}

function valueTextOf(rule: AlertRule): string {
  if (rule.type === 'screen') return String(rule.rows);
  const value = rule.type === 'trade' ? rule.minUsd : rule.value;
  // Prices are not abbreviated.
  if (rule.type === 'price') return decimalOfNumber(value);
  return formatFilterValue(rule.type === 'change' ? 'percent' : 'sum', decimalOfNumber(value));
}

/** Returns the rule of a draft. Undefined if its value is invalid. */
function ruleOf(subject: AlertSubject, draft: Draft, symbol: string): AlertRule | undefined {
  const kind = draft.type === 'change' ? 'percent' : draft.type === 'screen' ? 'count' : 'sum';
  const value = Number(parseFilterValue(kind, draft.value) ?? Number.NaN);
  const { type, side, period, event } = draft;
  const common = { type, side, period, event, value, minUsd: value, rows: value };
  return alertRule.safeParse({ ...common, ...subject, symbol }).data;
}

interface CurrentValue {
  /** What the field contains until it is changed. */
  readonly field: string;
  /** As it is shown, with its unit. */
  readonly text?: string;
}

interface CurrentValues {
  /** Of the jetton; of screens, their name. Undefined while loading. */
  readonly symbol: string | undefined;
  readonly isUnknown: boolean;
  readonly values: { readonly [Type in RuleType]?: CurrentValue | undefined };
}

function useCurrentValues(subject: AlertSubject, { type, period }: Draft): CurrentValues {
  const address = 'address' in subject ? subject.address : '';
  const enabled = address !== '';
  const { data: jetton } = useQuery({ ...jettonByAddress(address), enabled });
  const { data: price } = useQuery({ ...jettonPrice(address, 'usd'), enabled });
  const hasPeriod = type === 'change' || type === 'volume';
  const { data: found } = useQuery({ ...comparedActivity([address]), enabled: enabled && hasPeriod });
  if ('name' in subject)
    return { symbol: subject.name, isUnknown: false, values: { screen: { field: String(DEFAULT_ROWS) } } };
  const usd = price?.usd?.price ?? jetton?.priceUsd;
  const activity = found === notInPlan ? undefined : found?.get(address);
  const change = activity?.usd[period]?.percent;
  const volumes: { readonly [Period in PricePeriod]?: { readonly current: Amount } } = activity?.volume ?? {};
  return {
    symbol: jetton ? (cleanName(jetton.identity.symbol) ?? '?') : undefined,
    isUnknown: jetton === null,
    values: {
      price: usd && {
        field: plainNumber(numberFromAmount(usd)),
        text: `${priceLabel(numberFromAmount(usd))} USD`,
      },
      ...(change !== undefined && { change: { field: '', text: `${formatChange(change).text}%` } }),
      volume: sumOf(volumes[period]?.current),
      liquidity: sumOf(jetton?.liquidityUsd),
      exit1k: sumOf(jetton?.exit1k),
      exit10k: sumOf(jetton?.exit10k),
    },
  };
}

function sumOf(amount: Amount | undefined): CurrentValue | undefined {
  if (!amount) return undefined;
  const { digits, unit } = formatCompactAmount(amount);
  const field = formatFilterValue('sum', plainNumber(numberFromAmount(amount)));
  return { field, text: `${digits}${unit} USD` };
}

function plainNumber(value: number): DecimalText {
  return decimalOfNumber(Number(value.toPrecision(VALUE_DIGITS)));
}

/** Asks once, when the first alert is saved; later, a button on the page of alerts does. */
export async function askForPermission(): Promise<void> {
  if ('Notification' in globalThis && Notification.permission === 'default')
    await Notification.requestPermission();
}
