import { useStore } from 'zustand';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { priceLabel } from '#web/chart/rendering/price-labels.ts';
import styles from './chart-legend.module.css';
import { OverlaySwatch } from './line-swatch.tsx';

interface Props {
  readonly session: ChartSession;
  /** Names of the overlaid markets, by position. */
  readonly names: readonly string[];
}

/** Shows the prices of the overlaid markets and their spread at the bar under the crosshair, or at the newest bar. */
export function OverlayLegend({ session, names }: Props) {
  const length = useStore(session.state, ({ result }) => result?.bars.length ?? 0);
  const crosshairIndex = useStore(session.state, (state) => state.crosshairIndex);
  const overlays = useStore(session.state, (state) => state.overlays);
  if (names.length === 0 || !overlays) return null;
  const barIndex = crosshairIndex ?? length - 1;
  const spread = overlays.spread?.[barIndex] ?? Number.NaN;
  return (
    <>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pools may share a name; the index identifies the line
        <span key={index}>
          <OverlaySwatch index={index} /> <bdi>{name}</bdi>{' '}
          <b className={styles.value}>{priceLabel(overlays.lines[index]?.[barIndex] ?? Number.NaN)}</b>
        </span>
      ))}
      <span>
        Spread <b className={styles.value}>{Number.isNaN(spread) ? '–' : `${spread.toFixed(2)}%`}</b>
      </span>
    </>
  );
}
