import { Link } from '@tanstack/react-router';
import { JettonGrid } from '#web/grid/jetton-grid.tsx';
import { Button } from '#web/kit/controls/button.tsx';
import { AddressBanner } from '#web/kit/display/address-banner.tsx';
import { Banner } from '#web/kit/display/banner.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import type { Screen } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { useWatchlist } from '#web/list/watchlist.ts';
import type { WatchlistRows } from './use-watchlist-rows.ts';

const LISTED_ADDRESSES = 8;

interface Props {
  readonly screen: Screen;
  readonly rows: WatchlistRows;
  readonly isOwn: boolean;
  readonly onChange: ChangeScreen;
}

/** The screener's table, with the jettons of a watchlist. */
export function WatchlistGrid({ screen, rows: { source, notFound, isSorted }, isOwn, onChange }: Props) {
  const remove = () => {
    const removed = new Set(notFound);
    useWatchlist.setState(({ addresses }) => ({
      addresses: addresses.filter((address) => !removed.has(address)),
    }));
  };
  return (
    <>
      <AddressBanner text="No jetton at" addresses={notFound} limit={LISTED_ADDRESSES}>
        {isOwn ? (
          <Button bare onClick={remove}>
            Remove
          </Button>
        ) : null}
      </AddressBanner>
      {isSorted ? null : (
        <Banner>
          Sorted only within groups of 100: the values to sort the whole list by are not in this plan
        </Banner>
      )}
      <JettonGrid
        screen={screen}
        source={source}
        onChange={onChange}
        empty={<EmptyWatchlist reason="unknown" />}
      />
    </>
  );
}

/** Shown if a watchlist has no rows. */
export function EmptyWatchlist({ reason }: { reason: 'empty' | 'no address' | 'unknown' }) {
  const [title, text] = texts[reason];
  return (
    <Notice title={title} text={text}>
      <Link to="/">All jettons</Link>
    </Notice>
  );
}

const texts = {
  empty: [
    'Your watchlist is empty',
    'Press ☆ in a row, or W while the row has the focus. The list is stored on this device.',
  ],
  'no address': ['Empty watchlist', 'This link contains no valid jetton address.'],
  unknown: ['No jettons found', 'There are no jettons at the addresses of this list.'],
} as const;
