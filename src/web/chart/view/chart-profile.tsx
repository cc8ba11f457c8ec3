import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { priceLabel } from '#web/chart/rendering/price-labels.ts';
import { VolumeProfilePrimitive, visibleProfile } from '#web/chart/volume-profile.ts';
import styles from './chart-area.module.css';

interface Props {
  readonly session: ChartSession;
}

/** Shows the volume profile of the visible bars on a chart, and in its legend where most was traded. */
export function ChartProfile({ session }: Props) {
  const result = useStore(session.state, (state) => state.result);
  const visible = useStore(session.state, (state) => state.visible);
  useEffect(() => {
    const primitive = new VolumeProfilePrimitive(session);
    return () => primitive.remove();
  }, [session]);
  const profile = result && visible && visibleProfile(session, result, visible);
  if (!profile) return null;
  const { rows, peak, valueArea } = profile;
  const [peakRow, first, last] = [rows[peak], rows[valueArea[0]], rows[valueArea[1]]];
  if (!peakRow || !first || !last) return null;
  const label = (price: number) => <b className={styles.value}>{priceLabel(price, 4)}</b>;
  return (
    <span title="Price with the highest volume, and the range around it with 70% of the volume of the visible candles. The volume of a candle is spread from its low to its high.">
      {result.hasVolumes ? 'Volume profile' : 'Profile of swaps'} {label((peakRow.from + peakRow.to) / 2)} ·{' '}
      {label(first.from)}–{label(last.to)}
    </span>
  );
}
