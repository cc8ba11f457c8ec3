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
  /** What is to be spoken; nothing where the rows are back. */
  readonly onSaid: (text: string) => void;
}

/** In place of rows: which part of the screen to do without, as far as one alone is to blame. */
export function NoMatches({ screen, onChange, onSaid }: Props) {
  const { data: status } = useQuery(serviceStatus());
  const asked = relaxations(screen);
  const answers = useQueries({ queries: asked.map(({ without }) => hasMatches(without)) });
  const helpful = asked.filter((_, index) => answers[index]?.data === true);
  const text = emptyText(
    answers.some(({ isPending }) => isPending),
    helpful,
  );
  const hasNoData = status?.counts.jettons === 0;
  const words = hasNoData ? 'No data yet' : `Nothing found. ${text}`;
  useEffect(() => {
    onSaid(words);
    return () => onSaid('');
  }, [onSaid, words]);
  if (hasNoData) return <NoData />;
  return (
    <Notice title="Nothing found" text={text}>
      <div className={styles.relax}>
        {helpful.map(({ id, label, without }) => (
          <Button key={id} onClick={() => onChange(() => without)}>
            Remove {label}
          </Button>
        ))}
      </div>
    </Notice>
  );
}

function emptyText(isAsking: boolean, helpful: readonly Relaxation[]): string {
  if (helpful.length === 1) return 'No jetton passes all filters. Without this one there are some:';
  if (helpful.length > 1) return 'No jetton passes all filters. Without any one of these there are some:';
  if (isAsking) return 'No jetton passes all filters. Looking for the one to relax…';
  return 'No jetton passes all filters, and no single one of them is to blame: remove several of the chips above.';
}

function NoData() {
  return (
    <Notice
      title="No data yet"
      text={
        <>
          Import a dataset with <code>npm run import -- FOLDER</code>, then start the service again.
        </>
      }
    />
  );
}
