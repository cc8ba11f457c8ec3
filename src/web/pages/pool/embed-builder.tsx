import { useState } from 'react';
import type { ChartView } from '#web/chart/chart-view.ts';
import control from '#web/components/control.module.css';
import { CopyText } from '#web/components/copy-text.tsx';
import { Drawer } from '#web/components/drawer.tsx';
import { Select } from '#web/components/select.tsx';
import styles from './embed-builder.module.css';
import { type EmbedChoice, embedCode, embedUrl, usualEmbed } from './embed-code.ts';

interface Props {
  readonly address: string;
  readonly poolAddress: string;
  readonly title: string;
  /** The chart as it is seen. */
  readonly view: ChartView;
  readonly onClose: () => void;
}

const PARTS = { info: 'Pair', toolbar: 'Buttons', legend: 'Legend' } as const;
const THEMES = [
  ['auto', 'As the reader’s system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** The chart for somebody else's page: what it shows, how it looks there, and the markup to copy. */
export function EmbedBuilder({ address, poolAddress, title, view, onClose }: Props) {
  const [choice, setChoice] = useState<EmbedChoice>(usualEmbed);
  const url = embedUrl(address, poolAddress, view, choice);
  return (
    <Drawer title="Embed" onClose={onClose}>
      <div className={styles.builder}>
        <p className={styles.said}>
          The chart is taken as it stands: quote, type, interval, range and averages.
        </p>
        <label className={styles.choice}>
          Theme
          <Select value={choice.theme} onChoose={(theme) => setChoice({ ...choice, theme })}>
            {THEMES}
          </Select>
        </label>
        {(['info', 'toolbar', 'legend'] as const).map((part) => (
          <label key={part} className={control.check}>
            <input
              type="checkbox"
              checked={choice[part]}
              onChange={({ target }) => setChoice({ ...choice, [part]: target.checked })}
            />
            {PARTS[part]}
          </label>
        ))}
        <iframe key={url} className={styles.preview} title="How it will look" src={url} />
        <CopyText label="Markup" text={embedCode(location.origin + url, `${title}, price chart`)} />
      </div>
    </Drawer>
  );
}
