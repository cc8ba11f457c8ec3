import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '#contract/format/format-numbers.ts';
import { type Indicator, serializeIndicator } from '#web/chart/bars/indicators.ts';
import { timeZones } from '#web/chart/bars/intervals.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { type ChartView, MARKET_CAP_DECIMALS, viewLink } from '#web/chart/chart-view.ts';
import { fetchAll } from '#web/chart/history/history-feed.ts';
import type { Tick } from '#web/chart/history/market-history.ts';
import { type VisibleRow, visibleRows, visibleTimeRange } from '#web/chart/rendering/visible-rows.ts';
import { daySpan, requestedBars } from '#web/chart/requested-range.ts';
import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import { saveFile } from '#web/kit/controls/save-file.ts';
import { openPanel } from '#web/kit/device/open-panel.ts';
import { barsCsv, exportName, ticksCsv, ticksJson } from './chart-exports.ts';
import styles from './chart-toolbar.module.css';
import { SelectField } from './controls.tsx';

const route = getRouteApi('/jetton/$address/pool/$poolAddress');

interface SettingsProps {
  readonly view: ChartView;
  readonly onChange: (view: ChartView) => void;
}

interface Props extends SettingsProps {
  readonly session: ChartSession | undefined;
  readonly title: string;
  readonly unit: string;
  readonly isMarketCap: boolean;
  readonly indicators: readonly Indicator[];
  readonly onEmbed: () => void;
}

/** Settings that change rarely, data exports, and the embed builder. */
export function MorePanel({ session, title, unit, isMarketCap, indicators, onEmbed, ...settings }: Props) {
  const { address, poolAddress } = route.useParams();
  return (
    <div className="stack">
      <Settings {...settings} />
      {session ? <VolumeHint session={session} /> : null}
      <h3 className={styles.heading}>Visible data</h3>
      {session ? (
        <DataExports
          session={session}
          view={settings.view}
          title={title}
          unit={unit}
          isMarketCap={isMarketCap}
        />
      ) : null}
      <h3 className={styles.heading}>Several charts</h3>
      <Link
        to="/charts"
        search={{
          chart: `${address}.${poolAddress}`,
          ...viewLink.serialize({ ...settings.view, priceLevels: [] }),
          ...(indicators.length > 0 && { indicator: indicators.map(serializeIndicator) }),
        }}
        className={control.button}
      >
        Open beside other charts
      </Link>
      <h3 className={styles.heading}>Embed</h3>
      <Button
        onClick={() => {
          openPanel(undefined);
          onEmbed();
        }}
      >
        Embed this chart
      </Button>
    </div>
  );
}

function Settings({ view, onChange }: SettingsProps) {
  return (
    <>
      <SelectField label="Time" hasLabel value={view.zone} onChoose={(zone) => onChange({ ...view, zone })}>
        {timeZones.map((zone) => [zone, zone === 'utc' ? 'UTC' : 'Local time'])}
      </SelectField>
      <DateField view={view} onChange={onChange} />
      <SelectField
        label="Empty candles"
        hasLabel
        value={view.empty}
        onChoose={(empty) => onChange({ ...view, empty })}
      >
        {[
          ['gap', 'Gap'],
          ['carry', 'Last price'],
          ['connect', 'Last price, connected'],
        ]}
      </SelectField>
      <SelectField
        label="Bars below"
        hasLabel
        value={view.activity}
        onChoose={(activity) => onChange({ ...view, activity })}
      >
        {[
          ['volume', 'Volume'],
          ['swaps', 'Number of swaps'],
        ]}
      </SelectField>
    </>
  );
}

/** Says why the bars below the prices are not volumes. */
function VolumeHint({ session }: { session: ChartSession }) {
  const hasCandles = useStore(session.state, (state) => state.hasCandles);
  return hasCandles ? null : <p className="hint">This service does not provide volumes.</p>;
}

/** Moves the chart to a day in its time zone, without loading the ticks after it. */
function DateField({ view, onChange }: SettingsProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="hint rigid">
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

interface ExportProps {
  readonly session: ChartSession;
  readonly view: ChartView;
  readonly title: string;
  readonly unit: string;
  readonly isMarketCap: boolean;
}

/** Returns a row of market caps in USD, as its volume is. */
function inUsd(row: VisibleRow): VisibleRow {
  const whole = (cap: number) => cap * 10 ** MARKET_CAP_DECIMALS;
  return {
    ...row,
    open: whole(row.open),
    high: whole(row.high),
    low: whole(row.low),
    close: whole(row.close),
  };
}

/** A hundred requests. */
const MAX_EXPORTED_SWAPS = 100_000;

/** Saves the visible bars and their swaps, which may have to be loaded. */
function DataExports({ session, view, title, unit, isMarketCap }: ExportProps) {
  const [message, setMessage] = useState('');
  const loading = useRef<AbortController>(undefined);
  useEffect(() => () => loading.current?.abort(), []);
  const rows = () => {
    const { result } = session.state.getState();
    const visible = requestedBars(session.state.getState());
    const shown = result && visible ? visibleRows(result.bars, visible) : [];
    return isMarketCap ? shown.map(inUsd) : shown;
  };
  const ticks = async (signal: AbortSignal) => {
    const { result } = session.state.getState();
    const visible = requestedBars(session.state.getState());
    const range = result && visible && visibleTimeRange(result, visible);
    if (!range) return [];
    return await (session.findTicks(range) ?? fetchAll(session.history.fetchTicks, range, signal));
  };
  const save = (suffix: string, text: string) => {
    const type = suffix.endsWith('csv') ? 'text/csv' : 'application/json';
    saveFile(`${exportName(title, view)}-${suffix}`, new Blob([text], { type }));
  };
  const saveTicks = async (suffix: string, textOf: (list: readonly Tick[]) => string) => {
    loading.current?.abort();
    const abort = new AbortController();
    loading.current = abort;
    if (rows().reduce((sum, { count }) => sum + count, 0) > MAX_EXPORTED_SWAPS) {
      setMessage(`More than ${formatCount(MAX_EXPORTED_SWAPS)} swaps. Choose a shorter range.`);
      return;
    }
    setMessage('Loading swaps…');
    try {
      const list = await ticks(abort.signal);
      if (abort.signal.aborted) return;
      save(suffix, textOf(list));
      setMessage('');
    } catch {
      if (!abort.signal.aborted) setMessage("Couldn't load the swaps");
    }
  };
  const name = isMarketCap ? 'market-caps' : 'candles';
  const exportedUnit = isMarketCap ? 'USD' : unit;
  return (
    <>
      <div className="halves">
        <Button onClick={() => save(`${name}.csv`, barsCsv(rows()))}>Candles (CSV)</Button>
        <Button
          onClick={() =>
            save(
              `${name}.json`,
              JSON.stringify({ pair: title, unit: exportedUnit, candles: rows() }, undefined, 1),
            )
          }
        >
          Candles (JSON)
        </Button>
        <Button onClick={() => void saveTicks('swaps.csv', ticksCsv)}>Swaps (CSV)</Button>
        <Button onClick={() => void saveTicks('swaps.json', (list) => ticksJson(title, list))}>
          Swaps (JSON)
        </Button>
      </div>
      <p role="status">{message}</p>
    </>
  );
}
