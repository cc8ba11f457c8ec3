import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { type ChartType, chartTypes } from '#web/chart/rendering/chart-appearance.ts';
import { MoreIcon } from '#web/kit/controls/more-icon.tsx';
import { PopupButton } from '#web/kit/controls/popup-button.tsx';
import { type Quote, quotes } from '#web/money/price-unit.ts';
import styles from './chart-toolbar.module.css';
import type { Tool } from './chart-tools.tsx';
import { SelectField, ToolButton } from './controls.tsx';
import { icons } from './icons.tsx';
import { ImageMenu } from './image-menu.tsx';
import { IntervalButtons } from './interval-buttons.tsx';
import { MorePanel } from './more-panel.tsx';
import { MovingAveragesPanel } from './moving-averages-panel.tsx';

interface Props {
  readonly view: ChartView;
  readonly units: Readonly<Record<Quote, string>>;
  /** Whether the counterpart is the native coin rather than a jetton, which can have the same symbol. */
  readonly hasNativeCounterpart: boolean;
  /** Names of the overlaid pools. Their counterparts may differ, so the quote has to be TON or USD. */
  readonly overlayNames: readonly string[];
  readonly session: ChartSession | undefined;
  readonly title: string;
  readonly onChange: (view: ChartView) => void;
  readonly tool: Tool | undefined;
  readonly onTool: (tool: Tool | undefined) => void;
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

/** Settings on the left, tools on the right. On phones, one row that scrolls, except for the last menu. */
export function ChartToolbar(props: Props) {
  const { view, units, hasNativeCounterpart, overlayNames, session, title, onChange } = props;
  const set = (change: Partial<ChartView>) => onChange({ ...view, ...change });
  // If the counterpart is the native coin, offer it once.
  const excluded = overlayNames.length > 0 ? 'counterpart' : hasNativeCounterpart ? 'ton' : undefined;
  const offered = quotes.filter((quote) => quote !== excluded);
  const unit = units[view.quote];
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Chart settings">
      <div className={styles.strip}>
        <SelectField label="Price in" value={view.quote} onChoose={(quote) => set({ quote, priceLines: [] })}>
          {offered.map((quote) => [quote, quoteLabel(quote, props)])}
        </SelectField>
        <IntervalButtons interval={view.interval} onChoose={(interval) => set({ interval })} />
        <SelectField
          label="Type"
          icon={icons[view.type]}
          value={view.type}
          onChoose={(type) => set({ type })}
        >
          {chartTypes.map((type) => [type, TYPE_NAMES[type]])}
        </SelectField>
        <PopupButton label="Indicators" icon={icons.indicators}>
          <MovingAveragesPanel averages={view.averages} onChange={(averages) => set({ averages })} />
        </PopupButton>
        <Tools {...props} />
        <PopupButton label="Image" icon={icons.image}>
          {session ? (
            <ImageMenu session={session} view={view} title={title} unit={unit} overlayNames={overlayNames} />
          ) : null}
        </PopupButton>
        <ToolButton label="Full screen" icon={icons.fullScreen} onPress={props.onFullScreen} />
      </div>
      <PopupButton label="More chart options" icon={<MoreIcon />} hidesLabel>
        <MorePanel
          session={session}
          view={view}
          title={title}
          unit={unit}
          onChange={onChange}
          onEmbed={props.onEmbed}
        />
      </PopupButton>
    </div>
  );
}

/** Marks a counterpart that is a jetton with the symbol of another unit. */
function quoteLabel(quote: Quote, { units, hasNativeCounterpart }: Props): string {
  const isImitation =
    quote === 'counterpart' && !hasNativeCounterpart && [units.ton, units.usd].includes(units.counterpart);
  return isImitation ? `${units.counterpart} (jetton)` : units[quote];
}

/** Tools that change what dragging on the chart does. */
function Tools({ view, tool, onTool, onClearLines }: Props) {
  const toggle = (toggled: Tool) => onTool(tool === toggled ? undefined : toggled);
  return (
    <>
      <span className={styles.spacer} />
      <ToolButton
        label="Measure"
        icon={icons.measure}
        isOn={tool === 'measure'}
        onPress={() => toggle('measure')}
      />
      <ToolButton
        label="Price line"
        icon={icons.priceLine}
        isOn={tool === 'line'}
        onPress={() => toggle('line')}
      />
      {view.priceLines.length > 0 ? (
        <ToolButton label="Clear lines" icon={icons.clear} onPress={onClearLines} />
      ) : null}
    </>
  );
}
