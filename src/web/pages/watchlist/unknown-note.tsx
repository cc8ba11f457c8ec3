import { toUserFriendly } from '#contract/address.ts';
import { Button } from '#web/components/button.tsx';
import { shortAddress } from '#web/lib/short-address.ts';
import styles from './watchlist-page.module.css';

const NAMED = 8;

interface Props {
  readonly addresses: readonly string[];
  /** Absent where the list is not the reader's own. */
  readonly onRemove: (() => void) | undefined;
}

/** Names what has no row. */
export function UnknownNote({ addresses, onRemove }: Props) {
  if (addresses.length === 0) return null;
  const named = addresses.slice(0, NAMED).map(toUserFriendly);
  const rest = addresses.length - named.length;
  return (
    <p className={styles.note} role="status">
      <span>
        The service knows no jetton of{' '}
        {named.map((address, index) => (
          <span key={address}>
            {index > 0 ? ', ' : null}
            <code title={address}>{shortAddress(address)}</code>
          </span>
        ))}
        {rest > 0 ? ` and ${rest} more addresses` : null}
      </span>
      {onRemove ? (
        <Button bare onClick={onRemove}>
          Remove
        </Button>
      ) : null}
    </p>
  );
}
