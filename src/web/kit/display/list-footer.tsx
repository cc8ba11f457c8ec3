import { formatCount } from '#contract/format/format-numbers.ts';
import { Button } from '#web/kit/controls/button.tsx';
import styles from './list-footer.module.css';

interface Props {
  readonly count: number;
  /** Singular name of the items, such as "jetton". */
  readonly noun: string;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** Why the next page failed to load. */
  readonly errorText: string | undefined;
  readonly onLoadMore: () => void;
}

/** Footer of a paginated list: the number of loaded items and a button that loads the next page. */
export function ListFooter({ count, noun, hasMore, isLoading, errorText, onLoadMore }: Props) {
  const nouns = count === 1 ? noun : `${noun}s`;
  const all = hasMore || count === 1 ? '' : 'All ';
  return (
    <div className={styles.footer}>
      <span role="status">{`${all}${formatCount(count)} ${nouns} loaded`}</span>
      {errorText ? (
        <span role="alert" className="danger">
          {errorText}
        </span>
      ) : null}
      {hasMore ? (
        <Button aria-disabled={isLoading} onClick={() => !isLoading && onLoadMore()}>
          {isLoading ? 'Loading…' : 'Load more'}
        </Button>
      ) : null}
    </div>
  );
}
