import { useId } from 'react';
import control from '#web/components/controls/control.module.css';
import { useDraft } from '#web/components/controls/use-draft.ts';
import { formatShortNumber, parseShortNumber } from '#web/lib/numbers/short-numbers.ts';
import { rangeError } from '#web/lib/screen/range-error.ts';
import { type NumberKind, type Range, type RangeId, rangeFields } from '#web/lib/screen/ranges.ts';
import styles from './filter-panel.module.css';

type End = 'min' | 'max';
type Texts = Readonly<Record<End, string>>;

interface Props {
  readonly id: RangeId;
  readonly range: Range | undefined;
  readonly onRange: (range: Range | undefined, step: 'typing' | 'commit') => void;
}

const ends: readonly (readonly [End, string])[] = [
  ['min', 'minimum'],
  ['max', 'maximum'],
];

/** Both ends of a range; what is no number is marked and asks for nothing. */
export function RangeField({ id, range, onRange }: Props) {
  const { label, kind } = rangeFields[id];
  const note = useId();
  const draft = useDraft({
    value: joined(textsOf(range)),
    apply: (text, step) => {
      const read = readRange(id, parted(text), range);
      if (read.sendable) onRange(read.range, step);
      return read.fault === undefined ? joined(textsOf(read.range)) : undefined;
    },
  });
  const texts = parted(draft.text);
  const { fault, bad } = readRange(id, texts, range);
  return (
    <fieldset className={styles.range}>
      <legend className={styles.label}>{label}</legend>
      {ends.map(([end, word]) => (
        <input
          key={end}
          className={control.input}
          aria-label={`${label} ${word}`}
          aria-invalid={bad.includes(end)}
          aria-describedby={bad.includes(end) ? note : undefined}
          placeholder={end}
          inputMode={kind === 'percent' ? 'text' : 'decimal'}
          autoComplete="off"
          spellCheck={false}
          value={texts[end]}
          onChange={({ target }) => draft.setText(joined({ ...texts, [end]: target.value }))}
          onBlur={draft.commit}
          onKeyDown={({ key }) => key === 'Enter' && draft.commit()}
        />
      ))}
      {fault ? (
        <p id={note} className={styles.fault}>
          {fault}
        </p>
      ) : null}
    </fieldset>
  );
}

// No field of one line holds a line break.
function joined({ min, max }: Texts): string {
  return `${min}\n${max}`;
}

function parted(text: string): Texts {
  const [min = '', max = ''] = text.split('\n');
  return { min, max };
}

function textsOf(range: Range | undefined): Texts {
  const text = (bound: string | undefined) => (bound === undefined ? '' : formatShortNumber(bound));
  return { min: text(range?.min), max: text(range?.max) };
}

const examples: Readonly<Record<NumberKind, string>> = {
  sum: 'Not a sum: write 50k, 1.5m or 2b',
  count: 'Not a whole number: write 500 or 10k',
  percent: 'Not a number of percent: write 5 or -12.5',
};

interface Reading {
  readonly range: Range | undefined;
  /** Whether anything of it can be asked. */
  readonly sendable: boolean;
  readonly bad: readonly End[];
  readonly fault: string | undefined;
}

/** An end that is not understood stays as it was; the other one counts. */
function readRange(id: RangeId, texts: Texts, known: Range | undefined): Reading {
  const { kind } = rangeFields[id];
  const bad: End[] = [];
  const read = (end: End) => {
    const text = texts[end].trim();
    if (text === '') return undefined;
    const number = parseShortNumber(kind, text);
    if (number === undefined) bad.push(end);
    return number ?? known?.[end];
  };
  const [min, max] = [read('min'), read('max')];
  const range = min === undefined && max === undefined ? undefined : { min, max };
  if (bad.length > 0) return { range, sendable: bad.length === 1, bad, fault: examples[kind] };
  const fault = range && rangeError(id, range);
  return { range, sendable: fault === undefined, bad: fault ? ['min', 'max'] : [], fault };
}
