import { JettonGrid } from '#web/grid/jetton-grid.tsx';
import { type Screen, withFilter } from '#web/lib/screen.ts';
import { useWatchlist } from '#web/state/watchlist.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import { NoRows } from './no-rows.tsx';
import { UnknownNote } from './unknown-note.tsx';
import type { ChosenRows } from './use-chosen-rows.ts';
import styles from './watchlist-page.module.css';

interface Props {
  readonly screen: Screen;
  readonly chosen: ChosenRows;
  readonly isOwn: boolean;
  readonly onChange: ChangeScreen;
}

/** The same table as the screener's. */
export function WatchedGrid({ screen, chosen: { source, unknown, isRanked }, isOwn, onChange }: Props) {
  const remove = () => {
    const gone = new Set(unknown);
    useWatchlist.setState(({ addresses }) => ({
      addresses: addresses.filter((address) => !gone.has(address)),
    }));
  };
  return (
    <>
      <UnknownNote addresses={unknown} onRemove={isOwn ? remove : undefined} />
      {isRanked ? null : (
        <p className={styles.note} role="status">
          Each hundred is in order by itself: the values that would order all are n/a on this plan
        </p>
      )}
      <JettonGrid
        screen={screen}
        source={source}
        onSort={(sort, order) => onChange((known) => withFilter(known, { sort, order }))}
        empty={<NoRows reason="unknown" />}
      />
    </>
  );
}
