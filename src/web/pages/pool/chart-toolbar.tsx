import { type ReactNode, useId } from 'react';
import { averageKinds, averageLength, MAX_AVERAGES } from '#contract/chart-query-params.ts';
import { type Interval, intervals } from '#web/chart/bars/intervals.ts';
import type { MovingAverage } from '#web/chart/bars/moving-averages.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { type ChartView, ranges } from '#web/chart/chart-view.ts';
import { daySpan } from '#web/chart/day-span.ts';
import {
  type ChartScale,
  type ChartType,
  chartScales,
  chartTypes,
  timeZones,
} from '#web/chart/rendering/chart-appearance.ts';
import { type Quote, quotes } from '#web/chart/ticks/ticks.ts';
import control from '#web/components/controls/control.module.css';
import { PopupButton } from '#web/components/controls/popup-button.tsx';
import { Select } from '#web/components/controls/select.tsx';
import { nativeCoin } from '#web/lib/native-coin.ts';
import styles from './chart-toolbar.module.css';
import type { Tool } from './chart-tools.tsx';
import { SaveMenu } from './save-menu.tsx';

interface Props {
  readonly view: ChartView;
  readonly units: Readonly<Record<Quote, string>>;
  /** Whether other pools are overlaid. Their counterparts may differ, so the quote has to be TON or USD. */
  readonly hasOverlays: boolean;
  readonly session: ChartSession | undefined;
  readonly title: string;
  readonly onChange: (view: ChartView) => void;
  readonly tool: Tool | undefined;
  readonly onTool: (tool: Tool | undefined) => void;
  readonly hasLines: boolean;
  readonly onClearLines: () => void;
  readonly onFullScreen: () => void;
  readonly onEmbed: () => void;
}

const TYPE_NAMES: Readonly<Record<ChartType, string>> = {
  candles: 'Candles',
  bars: 'Bars',
  line: 'Line',
  area: 'Area',
  dots: 'Every swap',
};
const SCALE_NAMES: Readonly<Record<ChartScale, string>> = {
  linear: 'Linear',
  log: 'Logarithmic',
  percent: 'Percent',
};
const INTERVAL_NAMES: Readonly<Partial<Record<Interval, string>>> = { auto: 'Auto', tick: 'Swaps' };
const RANGE_NAMES = { '1h': '1h', '24h': '24h', '7d': '7d', '30d': '30d', all: 'All' } as const;

export function ChartToolbar(props: Props) {
  const { view, units, hasOverlays, session, title, onChange, tool, onTool } = props;
  const set = (change: Partial<ChartView>) => onChange({ ...view, ...change });
  // If the counterpart is the native coin, offer it once.
  const excluded = hasOverlays ? 'counterpart' : units.counterpart === nativeCoin.symbol ? 'ton' : undefined;
  const offered = quotes.filter((quote) => quote !== excluded);
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Chart settings">
      <SelectField label="Price in" value={view.quote} onChoose={(quote) => set({ quote })}>
        {offered.map((quote) => [quote, units[quote]])}
      </SelectField>
      <SelectField label="Type" value={view.type} onChoose={(type) => set({ type })}>
        {chartTypes.map((type) => [type, TYPE_NAMES[type]])}
      </SelectField>
      <SelectField label="Interval" value={view.interval} onChoose={(interval) => set({ interval })}>
        {intervals.map((interval) => [interval, INTERVAL_NAMES[interval] ?? interval])}
      </SelectField>
      <fieldset className={styles.ranges}>
        <legend className="visually-hidden">Range</legend>
        {ranges.map((range) => (
          <button
            key={range}
            type="button"
            className={styles.button}
            aria-pressed={view.range === range}
            // Selecting the range again resumes a stopped load.
            onClick={() => (view.range === range ? session?.resetRange() : set({ range }))}
          >
            {RANGE_NAMES[range]}
          </button>
        ))}
      </fieldset>
      <SelectField label="Scale" value={view.scale} onChoose={(scale) => set({ scale })}>
        {chartScales.map((scale) => [scale, SCALE_NAMES[scale]])}
      </SelectField>
      <PopupButton label="Indicators" bare>
        <Averages averages={view.averages} onChange={(averages) => set({ averages })} />
      </PopupButton>
      <PopupButton label="Settings" bare>
        <div className={styles.panel}>
          <SelectField label="Time" hasLabel value={view.zone} onChoose={(zone) => set({ zone })}>
            {timeZones.map((zone) => [zone, zone === 'utc' ? 'UTC' : 'Local time'])}
          </SelectField>
          <DateField view={view} onChange={onChange} />
          <SelectField label="Empty candles" hasLabel value={view.empty} onChoose={(empty) => set({ empty })}>
            {[
              ['gap', 'Gap'],
              ['carry', 'Last price'],
            ]}
          </SelectField>
        </div>
      </PopupButton>
      <Toggle
        label="Measure"
        isOn={tool === 'measure'}
        onToggle={(isOn) => onTool(isOn ? 'measure' : undefined)}
      />
      <Toggle
        label="Price line"
        isOn={tool === 'line'}
        onToggle={(isOn) => onTool(isOn ? 'line' : undefined)}
      />
      {props.hasLines ? (
        <button type="button" className={styles.button} onClick={props.onClearLines}>
          Clear lines
        </button>
      ) : null}
      <button type="button" className={styles.button} onClick={props.onFullScreen}>
        Full screen
      </button>
      <button type="button" className={styles.button} onClick={props.onEmbed}>
        Embed
      </button>
      <PopupButton label="Save" bare>
        {session ? <SaveMenu session={session} view={view} title={title} unit={units[view.quote]} /> : null}
      </PopupButton>
    </div>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

function Toggle({ label, isOn, onToggle }: ToggleProps) {
  return (
    <button type="button" className={styles.button} aria-pressed={isOn} onClick={() => onToggle(!isOn)}>
      {label}
    </button>
  );
}

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** Whether the label is visible. */
  readonly hasLabel?: boolean;
  readonly onChoose: (value: Value) => void;
  /** Values and their labels. */
  readonly children: readonly (readonly [Value, string])[];
}

function SelectField<Value extends string>({
  label,
  value,
  hasLabel,
  onChoose,
  children,
}: SelectFieldProps<Value>) {
  return (
    <label className={styles.field}>
      <span className={hasLabel ? styles.label : 'visually-hidden'}>{label}</span>
      <Select value={value} onChoose={onChoose}>
        {children}
      </Select>
    </label>
  );
}

const DEFAULT_LENGTH = 20;

interface AveragesProps {
  readonly averages: readonly MovingAverage[];
  readonly onChange: (averages: readonly MovingAverage[]) => void;
}

function Averages({ averages, onChange }: AveragesProps) {
  const replace = (index: number, next: MovingAverage) =>
    onChange(averages.map((average, position) => (position === index ? next : average)));
  return (
    <div className={styles.panel}>
      {averages.map((average, index) => (
        <div key={average.kind + average.length} className={styles.average}>
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
          <button
            type="button"
            className={styles.button}
            onClick={() => onChange(averages.filter((_, position) => position !== index))}
          >
            Remove
          </button>
        </div>
      ))}
      <button
        type="button"
        className={styles.button}
        disabled={averages.length >= MAX_AVERAGES}
        onClick={() => onChange([...averages, newAverage(averages)])}
      >
        Add moving average
      </button>
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

/** Moves the chart to a day in its time zone, without loading the ticks after it. */
function DateField({ view, onChange }: Pick<Props, 'view' | 'onChange'>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        Go to date
      </label>
      <input
        id={id}
        type="date"
        className={control.input}
        onChange={({ target }) => {
          const range = target.validity.valid ? daySpan(target.value, view.zone) : undefined;
          if (range) onChange({ ...view, range });
        }}
      />
    </div>
  );
}
