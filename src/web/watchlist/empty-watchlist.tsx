import { Link } from '@tanstack/react-router';
import { Notice } from '#web/kit/display/notice.tsx';

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
