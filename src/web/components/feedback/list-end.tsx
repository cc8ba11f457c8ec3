import { formatCount } from '#contract/format/format-count.ts';
import { Button } from '#web/components/controls/button.tsx';
import styles from './list-end.module.css';

interface Props {
  readonly count: number;
  /** What is counted, one of them: "jetton". */
  readonly thing: string;
  readonly more: boolean;
  readonly loading: boolean;
  /** Why the next page did not come. */
  readonly fault: string | undefined;
  readonly onMore: () => void;
}

/** Under a list that is read page by page: how much is here, and the way to the rest. */
export function ListEnd({ count, thing, more, loading, fault, onMore }: Props) {
  const things = count === 1 ? thing : `${thing}s`;
  const all = more || count === 1 ? '' : 'All ';
  return (
    <div className={styles.end}>
      <span role="status">{`${all}${formatCount(count)} ${things} loaded`}</span>
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
