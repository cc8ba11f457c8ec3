import { countText } from '#contract/text/count-text.ts';
import { Button } from './button.tsx';
import styles from './list-end.module.css';

interface Props {
  readonly count: number;
  /** What is counted: "jettons". */
  readonly things: string;
  readonly more: boolean;
  readonly loading: boolean;
  /** Why the next page did not come. */
  readonly fault: string | undefined;
  readonly onMore: () => void;
}

/** Under a list that is read page by page: how much is here, and the way to the rest. */
export function ListEnd({ count, things, more, loading, fault, onMore }: Props) {
  const loaded = more ? `${countText(count)} ${things} loaded` : `All ${countText(count)} ${things} loaded`;
  return (
    <div className={styles.end}>
      <span role="status">{loaded}</span>
      {fault ? (
        <span role="alert" className={styles.fault}>
          {fault}
        </span>
      ) : null}
      {more ? (
        <Button aria-disabled={loading} onClick={() => !loading && onMore()}>
          {loading ? 'Loading…' : 'Load more'}
        </Button>
      ) : null}
    </div>
  );
}
