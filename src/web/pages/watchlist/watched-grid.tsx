import { Button } from '#web/components/controls/button.tsx';
import { NamedNote } from '#web/components/feedback/named-note.tsx';
import { PageNote } from '#web/components/feedback/page-note.tsx';
import { JettonGrid } from '#web/grid/jetton-grid.tsx';
import { type Screen, withFilter } from '#web/lib/screen/screen.ts';
import { useWatchlist } from '#web/state/watchlist.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import { NoRows } from './no-rows.tsx';
import type { ChosenRows } from './use-chosen-rows.ts';

const NAMED = 8;

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
      <NamedNote text="The service knows no jetton of" addresses={unknown} most={NAMED}>
        {isOwn ? (
          <Button bare onClick={remove}>
            Remove
          </Button>
        ) : null}
      </NamedNote>
      {isRanked ? null : (
        <PageNote>
          Each hundred is in order by itself: the values that would order all are n/a on this plan
        </PageNote>
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
