import { type ReactNode, useState } from 'react';
import { priceUnits } from '#contract/price-unit.ts';
import type { Indicator } from '#web/chart/bars/indicators.ts';
import type { Interval } from '#web/chart/bars/intervals.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import type { ChartUnit } from '#web/chart/drawings/drawings.ts';
import { chartTypeNames, chartTypes } from '#web/chart/rendering/chart-appearance.ts';
import { Button, focusMain } from '#web/kit/controls/button.tsx';
import { MoreIcon, PopupButton } from '#web/kit/controls/popup-button.tsx';
import { saveFile } from '#web/kit/controls/save-file.ts';
import toggle from '#web/kit/controls/toggle-button.module.css';
import { createMediaHook, scaled, useIsNarrow, useIsPhone } from '#web/kit/device/media.ts';
import { openPanel } from '#web/kit/device/open-panel.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { describeChart, exportName } from './chart-exports.ts';
import { renderChartImage } from './chart-image.ts';
import styles from './chart-toolbar.module.css';
import type { Tool } from './chart-tools.tsx';
import { icons, SelectField, ToolButton } from './controls.tsx';
import { MorePanel } from './more-panel.tsx';

const IndicatorsPanel = lazyWithRetry(
  async () => (await import('#web/chart/view/indicators-panel.tsx')).IndicatorsPanel,
);

interface Props {
  readonly view: ChartView;
  readonly indicators: readonly Indicator[];
  readonly units: Readonly<Record<ChartUnit, string>>;
  readonly unit: ChartUnit;
  readonly onUnit: (unit: ChartUnit) => void;
  /** Whether market caps can be shown instead of prices. */
  readonly hasMarketCap: boolean;
  /** Whether the counterpart is the native coin rather than a jetton, which can have the same symbol. */
  readonly hasNativeCounterpart: boolean;
  /** Names of the overlaid pools. Their counterparts may differ, so the quote has to be TON or USD. */
  readonly overlayNames: readonly string[];
  readonly session: ChartSession | undefined;
  readonly title: string;
  readonly onChange: (view: ChartView) => void;
  readonly onIndicators: (indicators: readonly Indicator[]) => void;
  readonly hasProfile: boolean;
  readonly onProfile: (hasProfile: boolean) => void;
  readonly tool: Tool | undefined;
  readonly onTool: (tool: Tool | undefined) => void;
  readonly onClearLines: () => void;
  /** Opens the drawing tools. */
  readonly onDraw: () => void;
  readonly onFullScreen: () => void;
  readonly onEmbed: () => void;
}

/** Returns whether the window is that of a phone in landscape. */
const useIsLandscape = createMediaHook('(max-width: 68.75rem) and (max-height: 30rem)');

const MARKET_CAP: readonly ChartUnit[] = ['mcap'];

/** Settings on the left, tools on the right. The last menu has what does not fit in the row. */
export function ChartToolbar(props: Props) {
  const { view, units, hasNativeCounterpart, hasMarketCap, overlayNames, session, title, onChange } = props;
  const set = (change: Partial<ChartView>) => onChange({ ...view, ...change });
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  const isLandscape = useIsLandscape();
  // If the counterpart is the native coin, offer it once.
  const excluded = overlayNames.length > 0 ? 'counterpart' : hasNativeCounterpart ? 'ton' : undefined;
  const offered = [...priceUnits.filter((quote) => quote !== excluded), ...(hasMarketCap ? MARKET_CAP : [])];
  const unit = units[props.unit];
  const setInterval = (interval: Interval) => set({ interval });
  const indicators = (
    <IndicatorsPanel
      averages={view.averages}
      onAverages={(averages) => set({ averages })}
      indicators={props.indicators}
      onIndicators={props.onIndicators}
      profile={{ isShown: props.hasProfile, onChange: props.onProfile }}
    />
  );
  const image = session ? (
    <ImageMenu
      session={session}
      view={view}
      indicators={props.indicators}
      title={title}
      unit={unit}
      overlayNames={overlayNames}
    />
  ) : null;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Chart settings">
      <div className={styles.strip}>
        <SelectField label="Price in" value={props.unit} onChoose={props.onUnit}>
          {offered.map((one) => [one, unitLabel(one, props)])}
        </SelectField>
        {isPhone || isLandscape ? (
          <SelectField label="Interval" value={view.interval} onChoose={setInterval}>
            {[...BUTTONS.map((name) => [name, name === 'auto' ? 'Auto' : name] as const), ...MORE]}
          </SelectField>
        ) : (
          <IntervalButtons interval={view.interval} onChoose={setInterval} />
        )}
        <SelectField
          label="Type"
          icon={icons[view.type]}
          value={view.type}
          onChoose={(type) => set({ type })}
        >
          {chartTypes.map((type) => [type, chartTypeNames[type]])}
        </SelectField>
        {isPhone ? null : (
          <>
            <PopupButton label="Indicators" icon={icons.indicators}>
              {indicators}
            </PopupButton>
            <span className={styles.spacer} />
          </>
        )}
        <Tools {...props} isPhone={isPhone} />
        {isPhone ? null : (
          <>
            <PopupButton label="Image" icon={icons.image}>
              {image}
            </PopupButton>
            <ToolButton label="Full screen" icon={icons.fullScreen} onPress={props.onFullScreen} />
          </>
        )}
      </div>
      <PopupButton label="More chart options" icon={<MoreIcon />} hidesLabel>
        <div className="stack">
          {isPhone ? (
            <>
              <h3 className={styles.heading}>Indicators</h3>
              {indicators}
            </>
          ) : null}
          {isNarrow ? (
            <>
              <h3 className={styles.heading}>Tools</h3>
              <MenuTools {...props} isPhone={isPhone} />
            </>
          ) : null}
          {isPhone ? image : null}
          <MorePanel
            session={session}
            view={view}
            title={title}
            unit={unit}
            isMarketCap={props.unit === 'mcap'}
            indicators={props.indicators}
            onChange={onChange}
            onEmbed={props.onEmbed}
          />
        </div>
      </PopupButton>
    </div>
  );
}

/** Marks a counterpart that is a jetton with the symbol of another unit. */
function unitLabel(unit: ChartUnit, { units, hasNativeCounterpart }: Props): string {
  if (unit === 'mcap') return 'MCap';
  const isImitation =
    unit === 'counterpart' && !hasNativeCounterpart && [units.ton, units.usd].includes(units.counterpart);
  return isImitation ? `${units.counterpart} (jetton)` : units[unit];
}

interface ToolOption {
  readonly name: Tool;
  readonly label: string;
  readonly icon: ReactNode;
}

/** Tools that change what dragging on the chart does. */
const TOOLS: readonly ToolOption[] = [
  { name: 'measure', label: 'Measure', icon: icons.measure },
  { name: 'line', label: 'Price line', icon: icons.priceLine },
  { name: 'alert', label: 'Price alert', icon: icons.alert },
];

interface ToolsProps extends Props {
  readonly isPhone: boolean;
}

/** On phones, only the selected tool, to end it. In narrow windows, there is no room for alerts. */
function Tools({ view, tool, onTool, onClearLines, isPhone }: ToolsProps) {
  const isNarrow = useIsNarrow();
  const isInRow = (name: Tool) => !isPhone && !(isNarrow && name === 'alert');
  return (
    <>
      {TOOLS.filter(({ name }) => name === tool || isInRow(name)).map(({ name, label, icon }) => (
        <ToolButton
          key={name}
          label={label}
          icon={icon}
          isOn={tool === name}
          disappears={!isInRow(name)}
          onPress={() => onTool(tool === name ? undefined : name)}
        />
      ))}
      {view.priceLevels.length > 0 && !isPhone ? (
        <ToolButton label="Clear lines" icon={icons.clear} disappears onPress={onClearLines} />
      ) : null}
    </>
  );
}

/** What narrow windows have no room for in the row, as labeled buttons, which close the menu. */
function MenuTools({ view, onTool, onClearLines, onDraw, onFullScreen, isPhone }: ToolsProps) {
  const close = (run: () => void) => () => {
    openPanel(undefined);
    focusMain();
    run();
  };
  return (
    <div className="halves">
      {TOOLS.filter(({ name }) => isPhone || name === 'alert').map(({ name, label }) => (
        <Button key={name} onClick={close(() => onTool(name))}>
          {label}
        </Button>
      ))}
      {isPhone ? (
        <>
          {view.priceLevels.length > 0 ? <Button onClick={close(onClearLines)}>Clear lines</Button> : null}
          <Button onClick={close(onDraw)}>Drawing tools</Button>
          <Button onClick={close(onFullScreen)}>Full screen</Button>
        </>
      ) : null}
    </div>
  );
}

interface IntervalButtonsProps {
  readonly interval: Interval;
  readonly onChoose: (interval: Interval) => void;
}

/** The intervals that traders switch between most often. */
const BUTTONS = ['auto', '1m', '5m', '15m', '1h', '4h', '1d'] as const;
const MORE: readonly (readonly [Interval, string])[] = [
  ['tick', 'Swaps'],
  ['1s', '1s'],
  ['1w', '1w'],
];

/** Intervals: common ones as buttons, the others in a menu. */
function IntervalButtons({ interval, onChoose }: IntervalButtonsProps) {
  const isInMenu = MORE.some(([value]) => value === interval);
  // A placeholder, because a selected option could not be chosen.
  const placeholder: readonly (readonly [Interval, string])[] = isInMenu ? [] : [[interval, 'More']];
  return (
    <div className={styles.intervals}>
      <fieldset className={toggle.group}>
        <legend className="visually-hidden">Interval</legend>
        {BUTTONS.map((name) => (
          <button
            key={name}
            type="button"
            className={`${toggle.button} ${styles.button}`}
            aria-pressed={interval === name}
            onClick={() => onChoose(name)}
          >
            {name === 'auto' ? 'Auto' : name}
          </button>
        ))}
      </fieldset>
      <SelectField label="More intervals" value={interval} onChoose={onChoose}>
        {[...placeholder, ...MORE]}
      </SelectField>
    </div>
  );
}

const NOT_CREATED = "Couldn't create the image";

interface ImageMenuProps {
  readonly session: ChartSession;
  readonly view: ChartView;
  readonly indicators: readonly Indicator[];
  readonly title: string;
  readonly unit: string;
  readonly overlayNames: readonly string[];
}

/** Copies or saves the chart as an image with its title, legend and time range. */
export function ImageMenu({ session, ...shown }: ImageMenuProps) {
  const [message, setMessage] = useState('');
  const image = async () => {
    const { colors } = session;
    const description = describeChart(session.state.getState(), { ...shown, colors });
    return renderChartImage(session.chart.screenshot(), description, colors, scaled(1));
  };
  const copy = async () => {
    if (!canCopyImages()) {
      setMessage("This browser can't copy images");
      return;
    }
    const created = image();
    try {
      // Called within the click as browsers require. The image is created asynchronously.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': created })]);
      setMessage('Copied');
    } catch {
      const text = await created.then(
        () => "Couldn't copy the image",
        () => NOT_CREATED,
      );
      setMessage(text);
    }
  };
  const save = async () => {
    try {
      saveFile(`${exportName(shown.title, shown.view)}.png`, await image());
      setMessage('');
    } catch {
      setMessage(NOT_CREATED);
    }
  };
  return (
    <div className="stack">
      <Button onClick={() => void copy()}>Copy image</Button>
      <Button onClick={() => void save()}>Save image</Button>
      <p role="status">{message}</p>
    </div>
  );
}

function canCopyImages(): boolean {
  return typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function';
}
