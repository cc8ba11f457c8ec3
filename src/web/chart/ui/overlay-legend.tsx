import { useStore } from 'zustand';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { priceLabel } from '#web/chart/rendering/price-labels.ts';
import styles from './chart-legend.module.css';
import { OverlaySwatch } from './overlay-swatch.tsx';

interface Props {
  readonly session: ChartSession;
  /** Of the markets that are laid over, in their order. */
  readonly names: readonly string[];
}

/** The prices of other markets at the bar under the cross, else at the newest, and how far all are apart. */
export function OverlayLegend({ session, names }: Props) {
  const length = useStore(session.state, ({ answer }) => answer?.bars.length ?? 0);
  const pointed = useStore(session.state, (state) => state.pointed);
  const others = useStore(session.state, (state) => state.others);
  if (names.length === 0 || !others) return null;
  const place = pointed ?? length - 1;
  const spread = others.spread?.[place] ?? Number.NaN;
  return (
    <>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pools may have one name; the place is the line's
        <span key={index}>
          <OverlaySwatch place={index} /> <bdi>{name}</bdi>{' '}
          <b className={styles.value}>{priceLabel(others.lines[index]?.[place] ?? Number.NaN)}</b>
        </span>
      ))}
      <span>
        Spread <b className={styles.value}>{Number.isNaN(spread) ? '–' : `${spread.toFixed(2)}%`}</b>
      </span>
    </>
  );
}
