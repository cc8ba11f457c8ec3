import { Button } from '#web/components/controls/button.tsx';
import { AddressBanner } from '#web/components/feedback/address-banner.tsx';
import { Banner } from '#web/components/feedback/banner.tsx';
import { JettonGrid } from '#web/grid/jetton-grid.tsx';
import { type Screen, withFilter } from '#web/lib/screen/screen.ts';
import { useWatchlist } from '#web/state/watchlist.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import { EmptyWatchlist } from './empty-watchlist.tsx';
import type { WatchlistRows } from './use-watchlist-rows.ts';

const NAMED = 8;

interface Props {
  readonly screen: Screen;
  readonly chosen: WatchlistRows;
  readonly isOwn: boolean;
  readonly onChange: ChangeScreen;
}

/** The same table as the screener's. */
export function WatchlistGrid({ screen, chosen: { source, unknown, isRanked }, isOwn, onChange }: Props) {
  const remove = () => {
    const gone = new Set(unknown);
    useWatchlist.setState(({ addresses }) => ({
      addresses: addresses.filter((address) => !gone.has(address)),
    }));
  };
  return (
    <>
      <AddressBanner text="The service knows no jetton of" addresses={unknown} limit={NAMED}>
        {isOwn ? (
          <Button bare onClick={remove}>
            Remove
          </Button>
        ) : null}
      </AddressBanner>
      {isRanked ? null : (
        <Banner>
          Each hundred is in order by itself: the values that would order all are n/a on this plan
        </Banner>
      )}
      <JettonGrid
        screen={screen}
        source={source}
        onSort={(sort, order) => onChange((known) => withFilter(known, { sort, order }))}
        empty={<EmptyWatchlist reason="unknown" />}
      />
    </>
  );
}
