import { Link } from '@tanstack/react-router';
import { Notice } from '#web/components/feedback/notice.tsx';

/** In place of rows. */
export function EmptyWatchlist({ reason }: { reason: 'empty' | 'no address' | 'unknown' }) {
  const [title, text] = words[reason];
  return (
    <Notice title={title} text={text}>
      <Link to="/">All jettons</Link>
    </Notice>
  );
}

const words = {
  empty: [
    'Nothing on the watchlist',
    'Press ☆ in the row of a jetton, or W while the keyboard is on it. The list is kept on this device.',
  ],
  'no address': ['An empty list', 'This link holds no address of a jetton. Ask for a new one.'],
  unknown: ['No such jettons', 'The service knows none of the addresses of this list.'],
} as const;
