import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import type { PriceUnit } from '#contract/price-unit.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import control from '#web/kit/controls/controls.module.css';
import { CopyableText, ReadOnlyText } from '#web/kit/controls/copyable-text.tsx';
import { Drawer } from '#web/kit/controls/dialog.tsx';
import { Select } from '#web/kit/controls/select.tsx';
import { useDebounced } from '#web/kit/display/deferred.tsx';
import styles from './embed-builder.module.css';
import {
  DEFAULT_EMBED_SETTINGS,
  type EmbedColor,
  type EmbedSettings,
  embedCode,
  embedColors,
  embedUrl,
} from './embed-code.ts';

interface Props {
  readonly address: string;
  readonly poolAddress: string;
  readonly title: string;
  /** The current view of the chart. */
  readonly view: ChartView;
  readonly onClose: () => void;
}

const ELEMENTS = [
  ['info', 'Pair and price'],
  ['toolbar', 'Toolbar'],
  ['legend', 'Legend'],
  ['live', 'Live updates'],
] as const;
const THEMES = [
  ['auto', "Auto (viewer's system)"],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
const LANGUAGES = [
  ['', 'English'],
  ['ar', 'العربية'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['pt', 'Português'],
  ['ru', 'Русский'],
  ['tr', 'Türkçe'],
  ['uk', 'Українська'],
  ['zh', '中文'],
] as const;
/** Delay before the preview reloads, in milliseconds: a color picker reports every step. */
const PREVIEW_DEBOUNCE = 300;

/** Options, preview and HTML of an embedded chart. */
export function EmbedBuilder({ address, poolAddress, title, view, onClose }: Props) {
  const [settings, setSettings] = useState<EmbedSettings>(DEFAULT_EMBED_SETTINGS);
  const url = embedUrl(address, poolAddress, view, settings);
  const previewUrl = useDebounced(url, PREVIEW_DEBOUNCE);
  return (
    <Drawer title="Embed" wide onClose={onClose}>
      <div className={styles.builder}>
        <Options settings={settings} onChange={(change) => setSettings({ ...settings, ...change })} />
        <div className="stack loose">
          <iframe key={previewUrl} className={styles.preview} title="Preview" src={previewUrl} />
          <CopyableText label="HTML" text={embedCode(location.origin + url, `${title}, price chart`)} />
          <ChartSymbol address={address} poolAddress={poolAddress} unit={view.quote} />
        </div>
      </div>
    </Drawer>
  );
}

interface ChartSymbolProps extends Pick<Props, 'address' | 'poolAddress'> {
  readonly unit: PriceUnit;
}

/** The symbol of the chart for programs that use the service as their data feed (docs/integrations.md). */
function ChartSymbol({ address, poolAddress, unit }: ChartSymbolProps) {
  // Other services with this API are no data feed, and have no status.
  const { data: status } = useQuery(serviceStatus());
  const symbol = `${toUserFriendly(address)}/${toUserFriendly(poolAddress)}`;
  if (!status) return null;
  return (
    <>
      <p className="note">
        Symbol for TradingView&apos;s Advanced Charts and other clients of the data feed /udf
      </p>
      <ReadOnlyText label="Symbol" text={unit === 'counterpart' ? symbol : `${symbol}/${unit}`} rows={2} />
    </>
  );
}

interface OptionsProps {
  readonly settings: EmbedSettings;
  readonly onChange: (change: Partial<EmbedSettings>) => void;
}

function Options({ settings, onChange }: OptionsProps) {
  return (
    <div className="stack loose">
      <p className="note">
        Uses the chart's current unit, type, interval, range, moving averages and price lines. Embeds have no
        other indicators, drawings, market caps or other pools.
      </p>
      <label className="stack small tight">
        Theme
        <Select value={settings.theme} onChoose={(theme) => onChange({ theme })}>
          {THEMES}
        </Select>
      </label>
      <fieldset className="stack small flush">
        <legend>Show</legend>
        {ELEMENTS.map(([element, name]) => (
          <label key={element} className={control.check}>
            <input
              type="checkbox"
              checked={settings[element]}
              onChange={({ target }) => onChange({ [element]: target.checked })}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <EmbedColors colors={settings.colors} onChange={(colors) => onChange({ colors })} />
      <label className="stack small tight">
        Language of dates
        <Select value={settings.locale} onChoose={(locale) => onChange({ locale })}>
          {LANGUAGES}
        </Select>
      </label>
    </div>
  );
}

type Colors = EmbedSettings['colors'];

interface EmbedColorsProps {
  readonly colors: Colors;
  readonly onChange: (colors: Colors) => void;
}

const NAMES: Readonly<Record<EmbedColor, string>> = { bg: 'Background', up: 'Up', down: 'Down' };
/** Initial values of custom colors. */
const INITIAL_COLORS: Readonly<Record<EmbedColor, string>> = {
  bg: '#101418',
  up: '#22c55e',
  down: '#ef4444',
};

/** Custom colors that override the theme. */
function EmbedColors({ colors, onChange }: EmbedColorsProps) {
  const change = (name: EmbedColor, isCustom: boolean) => {
    const { [name]: _, ...others } = colors;
    onChange(isCustom ? { ...others, [name]: INITIAL_COLORS[name] } : others);
  };
  return (
    <fieldset className="stack small flush">
      <legend>Colors</legend>
      {embedColors.map((name) => (
        <div key={name} className="spread">
          <label className={control.check}>
            <input
              type="checkbox"
              checked={colors[name] !== undefined}
              onChange={({ target }) => change(name, target.checked)}
            />
            {NAMES[name]}
          </label>
          {colors[name] === undefined ? (
            <span className="note">Theme default</span>
          ) : (
            <input
              type="color"
              className={styles.swatch}
              aria-label={`${NAMES[name]}, color`}
              value={colors[name]}
              onChange={({ target }) => onChange({ ...colors, [name]: target.value })}
            />
          )}
        </div>
      ))}
    </fieldset>
  );
}
