import { useId } from 'react';
import control from '#web/kit/controls/controls.module.css';
import { useDraft } from '#web/kit/controls/use-draft.ts';
import type { HistoryMode } from '#web/kit/device/link-state.ts';
import {
  type BoundEnd,
  excludedValue,
  formatFilterValue,
  parseFilterValue,
  strictBound,
} from '#web/list/filter-values.ts';
import { type Range, rangeError } from '#web/list/list-filter.ts';
import { chipLabel, kindOf, type NumberKind, type RangeId, rangeLabel } from '#web/list/measure-texts.ts';
import { useOtherChanges } from '#web/list/use-list-state.ts';
import { boundFromUsd, boundToUsd, type ExchangeRate, sumUnit } from '#web/money/amounts.ts';
import type { DecimalText } from '#web/money/decimals.ts';
import styles from './filter-panel.module.css';

type Rate = ExchangeRate | null | undefined;
type BoundTexts = Readonly<Record<BoundEnd, string>>;

interface Props {
  readonly id: RangeId;
  readonly range: Range | undefined;
  /** Sums are in its currency; in USD without a rate. */
  readonly rate: Rate;
  readonly onRange: (range: Range | undefined, phase: HistoryMode) => void;
}

const bounds: readonly (readonly [BoundEnd, string])[] = [
  ['min', 'minimum'],
  ['max', 'maximum'],
];

const placeholders: { readonly [Kind in NumberKind]?: BoundTexts } = {
  duration: { min: 'min, e.g. 1h', max: 'max, e.g. 7d' },
  time: { min: '2026-01-20', max: '2026-01-27' },
};

/** Fields for the bounds of a range. An invalid number is marked and not applied. */
export function RangeField({ id, range, rate, onRange }: Props) {
  const kind = kindOf(id);
  const label = kind === 'sum' ? `${chipLabel(id)}, ${sumUnit(rate)}` : rangeLabel(id);
  const errorId = useId();
  const draft = useDraft({
    value: joinBounds(textsOf(kind, range, rate)),
    onReset: useOtherChanges(),
    apply: (text, phase) => {
      const parsed = parseRange(id, splitBounds(text), range, rate);
      if (parsed.canApply) onRange(parsed.range, phase);
      return parsed.error === undefined ? joinBounds(textsOf(kind, parsed.range, rate)) : undefined;
    },
  });
  const texts = splitBounds(draft.text);
  const { error, invalid } = parseRange(id, texts, range, rate);
  return (
    <fieldset className={styles.range}>
      <legend className="caption">{label}</legend>
      {bounds.map(([bound, boundName]) => (
        <input
          key={bound}
          className={control.input}
          aria-label={`${label} ${boundName}`}
          aria-invalid={invalid.includes(bound)}
          aria-describedby={invalid.includes(bound) ? errorId : undefined}
          placeholder={placeholders[kind]?.[bound] ?? bound}
          inputMode={kind === 'sum' || kind === 'count' ? 'decimal' : 'text'}
          autoComplete="off"
          spellCheck={false}
          value={texts[bound]}
          onChange={({ target }) => draft.setText(joinBounds({ ...texts, [bound]: target.value }))}
          onBlur={draft.commit}
          onKeyDown={({ key }) => key === 'Enter' && draft.commit()}
        />
      ))}
      {error ? (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

// A single-line field cannot contain the line break that separates the bounds.
function joinBounds({ min, max }: BoundTexts): string {
  return `${min}\n${max}`;
}

function splitBounds(text: string): BoundTexts {
  const [min = '', max = ''] = text.split('\n');
  return { min, max };
}

const strictSigns: BoundTexts = { min: '>', max: '<' };

function textsOf(kind: NumberKind, range: Range | undefined, rate: Rate): BoundTexts {
  const format = (value: DecimalText) =>
    formatFilterValue(kind, kind === 'sum' && rate ? boundFromUsd(value, rate) : value);
  const text = (end: BoundEnd) => {
    const bound = range?.[end];
    if (bound === undefined) return '';
    const excluded = excludedValue(kind, end, bound);
    return excluded === undefined ? format(bound) : strictSigns[end] + format(excluded);
  };
  return { min: text('min'), max: text('max') };
}

/** Parses a bound, which is included unless the text starts with `>` (minimum) or `<` (maximum). */
function parseBound(kind: NumberKind, end: BoundEnd, text: string, rate: Rate) {
  const parse = (number: string) => {
    const value = parseFilterValue(kind, number);
    return value !== undefined && kind === 'sum' && rate ? boundToUsd(value, rate) : value;
  };
  if (!text.startsWith(strictSigns[end])) return parse(text);
  const value = parse(text.slice(1));
  return value === undefined ? undefined : strictBound(kind, end, value);
}

const errorTexts: Readonly<Record<NumberKind, string>> = {
  sum: 'Enter an amount such as 50k, 1.5M or 2B',
  count: 'Enter a whole number such as 500 or 10k',
  percent: 'Enter a percentage such as 5 or -12.5',
  duration: 'Enter an age such as 30m, 12h, 7d or 2w',
  time: 'Enter a date such as 2026-01-20',
};

interface ParsedRange {
  readonly range: Range | undefined;
  /** Whether at least one bound is valid. */
  readonly canApply: boolean;
  readonly invalid: readonly BoundEnd[];
  readonly error: string | undefined;
}

/** Parses both bounds. An invalid bound keeps its current value, so that the other one still applies. */
function parseRange(id: RangeId, texts: BoundTexts, current: Range | undefined, rate: Rate): ParsedRange {
  const kind = kindOf(id);
  const shown = textsOf(kind, current, rate);
  const invalid: BoundEnd[] = [];
  const read = (bound: BoundEnd) => {
    const text = texts[bound].trim();
    if (text === '') return undefined;
    // The displayed number may be rounded.
    if (text === shown[bound]) return current?.[bound];
    const number = parseBound(kind, bound, text, rate);
    if (number === undefined) invalid.push(bound);
    return number ?? current?.[bound];
  };
  const [min, max] = [read('min'), read('max')];
  const range = min === undefined && max === undefined ? undefined : { min, max };
  if (invalid.length > 0) return { range, canApply: invalid.length === 1, invalid, error: errorTexts[kind] };
  const error = range && rangeError(id, range);
  return { range, canApply: error === undefined, invalid: error ? ['min', 'max'] : [], error };
}
