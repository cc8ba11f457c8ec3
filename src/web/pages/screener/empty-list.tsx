import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasMatches } from '#web/api/queries/has-matches.ts';
import { serviceStatus } from '#web/api/queries/queries.ts';
import { Button } from '#web/components/controls/button.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';
import { type Relaxation, relaxations } from '#web/lib/screen/relax.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import styles from './screener-page.module.css';

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
  /** Sets the screen reader announcement; called with an empty text on unmount. */
  readonly onAnnounce: (text: string) => void;
}

/** Shown if a screen has no jettons. Offers to remove each filter without which there would be some. */
export function EmptyList({ screen, onChange, onAnnounce }: Props) {
  const { data: status } = useQuery(serviceStatus());
  const candidates = relaxations(screen);
  const queries = useQueries({ queries: candidates.map(({ without }) => hasMatches(without)) });
  const removable = candidates.filter((_, index) => queries[index]?.data === true);
  const text = emptyText(
    queries.some(({ isPending }) => isPending),
    removable,
  );
  const hasNoData = status?.counts.jettons === 0;
  const announcement = hasNoData ? 'No data yet' : `No matches. ${text}`;
  useEffect(() => {
    onAnnounce(announcement);
    return () => onAnnounce('');
  }, [onAnnounce, announcement]);
  if (hasNoData) return <NoData />;
  return (
    <Notice title="No matches" text={text}>
      <div className={styles.removeButtons}>
        {removable.map(({ id, label, without }) => (
          <Button key={id} onClick={() => onChange(() => without)}>
            Remove {label}
          </Button>
        ))}
      </div>
    </Notice>
  );
}

function emptyText(isPending: boolean, removable: readonly Relaxation[]): string {
  if (removable.length === 1) return 'Remove this filter:';
  if (removable.length > 1) return 'Remove one:';
  if (isPending) return 'Checking which filter to remove…';
  return 'Removing a single filter is not enough. Remove several of the filters above.';
}

function NoData() {
  return (
    <Notice
      title="No data yet"
      text={
        <>
          Import a dataset with <code>npm run import -- FOLDER</code>, then restart the service.
        </>
      }
    />
  );
}
