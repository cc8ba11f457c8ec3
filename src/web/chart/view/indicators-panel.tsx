import { type ReactNode, useId, useRef, useState } from 'react';
import { averageKinds, averageLength, MAX_AVERAGES } from '#contract/page-links.ts';
import {
  type Indicator,
  indicatorDefinitions,
  indicatorKinds,
  MAX_INDICATORS,
  newIndicator,
  serializeIndicator,
} from '#web/chart/bars/indicators.ts';
import type { MovingAverage } from '#web/chart/bars/moving-averages.ts';
import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import { Select } from '#web/kit/controls/select.tsx';
import styles from './chart-area.module.css';
import { IndicatorSwatch } from './chart-indicators.tsx';
import { AverageSwatch } from './chart-legend.tsx';

interface Props {
  readonly averages: readonly MovingAverage[];
  readonly onAverages: (averages: readonly MovingAverage[]) => void;
  readonly indicators: readonly Indicator[];
  readonly onIndicators: (indicators: readonly Indicator[]) => void;
  /** The volume profile, on pages that show it. */
  readonly profile?: { readonly isShown: boolean; readonly onChange: (isShown: boolean) => void };
}

/** Adds, changes and removes moving averages and other indicators, and shows the volume profile. */
export function IndicatorsPanel({ averages, onAverages, indicators, onIndicators, profile }: Props) {
  const group = useRef<HTMLFieldSetElement>(null);
  /** Call before a button is removed or disabled: the focus would be lost with it. */
  const keepFocus = () => group.current?.focus();
  const without = <Item,>(items: readonly Item[], index: number) => {
    keepFocus();
    return items.filter((_, position) => position !== index);
  };
  const added = new Set(indicators.map(serializeIndicator));
  return (
    <div className="stack">
      {averages.map((average, index) => (
        <AverageRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies it, and keeps the focus in its fields
          key={index}
          index={index}
          average={average}
          onChange={(next) => onAverages(averages.with(index, next))}
          onRemove={() => onAverages(without(averages, index))}
        />
      ))}
      {indicators.map((indicator, index) => (
        <IndicatorRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies it, and keeps the focus in its fields
          key={index}
          swatch={<IndicatorSwatch indicators={indicators} index={index} />}
          indicator={indicator}
          onChange={(next) => onIndicators(indicators.with(index, next))}
          onRemove={() => onIndicators(without(indicators, index))}
        />
      ))}
      <fieldset ref={group} tabIndex={-1}>
        <legend className="note medium">Add</legend>
        <div className="halves">
          <Button
            aria-label="Add moving average"
            disabled={averages.length >= MAX_AVERAGES}
            onClick={() => {
              if (averages.length + 1 === MAX_AVERAGES) keepFocus();
              onAverages([...averages, newAverage(averages)]);
            }}
          >
            Moving average
          </Button>
          {indicatorKinds.map((kind) => {
            const { name } = indicatorDefinitions[kind];
            const indicator = newIndicator(kind);
            return (
              <Button
                key={kind}
                aria-label={`Add ${name}`}
                disabled={indicators.length >= MAX_INDICATORS || added.has(serializeIndicator(indicator))}
                onClick={() => {
                  keepFocus();
                  onIndicators([...indicators, indicator]);
                }}
              >
                {name}
              </Button>
            );
          })}
        </div>
      </fieldset>
      {profile ? (
        <>
          <label className="row">
            <input
              type="checkbox"
              checked={profile.isShown}
              onChange={({ target }) => profile.onChange(target.checked)}
            />{' '}
            Volume profile of the visible candles
          </label>
          <p className="hint">
            By the price of each swap. Marked as an estimate while only the candles are loaded.
          </p>
        </>
      ) : null}
    </div>
  );
}

const DEFAULT_LENGTH = 20;

function newAverage(averages: readonly MovingAverage[]): MovingAverage {
  const lengths = new Set(averages.filter(({ kind }) => kind === 'sma').map(({ length }) => length));
  return {
    kind: 'sma',
    length: [DEFAULT_LENGTH, 50, 100, 200].find((length) => !lengths.has(length)) ?? DEFAULT_LENGTH,
  };
}

interface AverageRowProps {
  readonly index: number;
  readonly average: MovingAverage;
  readonly onChange: (average: MovingAverage) => void;
  readonly onRemove: () => void;
}

function AverageRow({ index, average, onChange, onRemove }: AverageRowProps) {
  return (
    <div className={styles.average}>
      <AverageSwatch index={index} />
      <label>
        <span className="visually-hidden">Type of moving average {index + 1}</span>
        <Select value={average.kind} onChoose={(kind) => onChange({ ...average, kind })}>
          {averageKinds.map((kind) => [kind, kind === 'sma' ? 'Simple' : 'Exponential'])}
        </Select>
      </label>
      <NumberField
        label={<span className="visually-hidden">Length of moving average {index + 1}</span>}
        value={average.length}
        {...averageLength}
        step={1}
        onNumber={(length) => onChange({ ...average, length })}
      />
      <RemoveButton label={`Remove moving average ${index + 1}`} onRemove={onRemove} />
    </div>
  );
}

/** Describes indicators that are not always there. */
const HINTS: Readonly<Partial<Record<Indicator['kind'], string>>> = {
  vwap: 'Since midnight UTC. Not for candles of a day or longer, nor without volumes.',
};

interface IndicatorRowProps {
  readonly swatch: ReactNode;
  readonly indicator: Indicator;
  readonly onChange: (indicator: Indicator) => void;
  readonly onRemove: () => void;
}

function IndicatorRow({ swatch, indicator: { kind, parameters }, onChange, onRemove }: IndicatorRowProps) {
  const { name, parameters: definitions } = indicatorDefinitions[kind];
  const isShort = definitions.length === 1;
  const fields = definitions.map(({ initial, name: label, ...bounds }, index) => (
    <NumberField
      key={label}
      label={<span className={isShort ? 'visually-hidden' : 'hint'}>{label}</span>}
      value={parameters[index] ?? initial}
      {...bounds}
      onNumber={(value) => onChange({ kind, parameters: parameters.with(index, value) })}
    />
  ));
  return (
    <fieldset className={styles.indicator}>
      <legend className="visually-hidden">{name}</legend>
      {swatch}
      <span>{name}</span>
      {isShort ? fields : <span />}
      <RemoveButton label={`Remove ${name}`} onRemove={onRemove} />
      {isShort ? null : <div className={styles.fields}>{fields}</div>}
      {HINTS[kind] ? <p className={`hint ${styles.fields}`}>{HINTS[kind]}</p> : null}
    </fieldset>
  );
}

function RemoveButton({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <Button bare aria-label={label} title="Remove" onClick={onRemove}>
      ✕
    </Button>
  );
}

interface NumberFieldProps {
  readonly label: ReactNode;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onNumber: (value: number) => void;
}

/** A number that Enter and leaving the field apply. An invalid one is marked, and lasts until the field is left. */
function NumberField({ label, value, onNumber, ...bounds }: NumberFieldProps) {
  const id = useId();
  const [applied, setApplied] = useState(value);
  const [text, setText] = useState(String(value));
  const [isInvalid, setInvalid] = useState(false);
  const reset = () => {
    setText(String(value));
    setInvalid(false);
  };
  if (applied !== value) {
    setApplied(value);
    reset();
  }
  const apply = () => {
    if (!isInvalid && Number(text) !== value) onNumber(Number(text));
  };
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={control.input}
        type="number"
        required
        {...bounds}
        value={text}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? `${id}error` : undefined}
        onChange={({ target }) => {
          setText(target.value);
          setInvalid(!target.validity.valid);
        }}
        onBlur={isInvalid ? reset : apply}
        onKeyDown={({ key }) => {
          if (key === 'Enter') apply();
        }}
      />
      {isInvalid ? (
        <p id={`${id}error`} className="note danger">
          {`${bounds.step === 1 ? 'Whole number, ' : ''}${bounds.min} to ${bounds.max}`}
        </p>
      ) : null}
    </div>
  );
}
