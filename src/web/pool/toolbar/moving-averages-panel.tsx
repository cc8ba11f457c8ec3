import { type ReactNode, useId } from 'react';
import { averageKinds, averageLength, MAX_AVERAGES } from '#contract/page-links.ts';
import type { MovingAverage } from '#web/chart/bars/moving-averages.ts';
import { AverageSwatch } from '#web/chart/view/line-swatch.tsx';
import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/control.module.css';
import styles from './chart-toolbar.module.css';
import { SelectField } from './controls.tsx';

const DEFAULT_LENGTH = 20;

interface AveragesProps {
  readonly averages: readonly MovingAverage[];
  readonly onChange: (averages: readonly MovingAverage[]) => void;
}

/** Adds, changes and removes moving averages. */
export function MovingAveragesPanel({ averages, onChange }: AveragesProps) {
  const replace = (index: number, next: MovingAverage) =>
    onChange(averages.map((average, position) => (position === index ? next : average)));
  return (
    <div className="stack">
      {averages.map((average, index) => (
        <div key={average.kind + average.length} className={styles.average}>
          <AverageSwatch index={index} />
          <SelectField
            label={`Type of moving average ${index + 1}`}
            value={average.kind}
            onChoose={(kind) => replace(index, { ...average, kind })}
          >
            {averageKinds.map((kind) => [kind, kind === 'sma' ? 'Simple' : 'Exponential'])}
          </SelectField>
          <LengthField
            label={`Length of moving average ${index + 1}`}
            length={average.length}
            onLength={(length) => replace(index, { ...average, length })}
          />
          <Button
            bare
            aria-label={`Remove moving average ${index + 1}`}
            title="Remove"
            onClick={() => onChange(averages.filter((_, position) => position !== index))}
          >
            ✕
          </Button>
        </div>
      ))}
      <Button
        disabled={averages.length >= MAX_AVERAGES}
        onClick={() => onChange([...averages, newAverage(averages)])}
      >
        Add moving average
      </Button>
    </div>
  );
}

function newAverage(averages: readonly MovingAverage[]): MovingAverage {
  const lengths = new Set(averages.filter(({ kind }) => kind === 'sma').map(({ length }) => length));
  return {
    kind: 'sma',
    length: [DEFAULT_LENGTH, 50, 100, 200].find((length) => !lengths.has(length)) ?? DEFAULT_LENGTH,
  };
}

function LengthField({
  label,
  length,
  onLength,
}: {
  label: string;
  length: number;
  onLength: (length: number) => void;
}): ReactNode {
  const id = useId();
  const apply = ({ validity, value }: HTMLInputElement) => {
    if (validity.valid && value && Number(value) !== length) onLength(Number(value));
  };
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        id={id}
        className={control.input}
        type="number"
        min={averageLength.min}
        max={averageLength.max}
        defaultValue={length}
        onBlur={({ currentTarget }) => apply(currentTarget)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') apply(currentTarget);
        }}
      />
    </>
  );
}
