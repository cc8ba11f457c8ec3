import { shortenAddress } from '#contract/format/format-text.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { useCopy } from '#web/kit/controls/copyable-text.tsx';
import styles from './address-text.module.css';

interface Props {
  readonly address: string;
  /** Names the address on the copy button. */
  readonly label?: string;
}

/** A shortened address. The full address is in the tooltip, and is what the button copies. */
export function AddressText({ address, label = 'address' }: Props) {
  const { isCopied, message, copy } = useCopy();
  return (
    <span className={styles.address}>
      <span title={address} translate="no">
        {shortenAddress(address)}
      </span>
      <Button bare aria-label={`Copy ${label}`} title={`Copy ${label}`} onClick={() => void copy(address)}>
        <svg
          width="14"
          height="14"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          aria-hidden="true"
        >
          {isCopied ? (
            <path d="m3 8.5 3.2 3.2L13 4.8" />
          ) : (
            <path d="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" strokeLinejoin="round" />
          )}
        </svg>
      </Button>
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </span>
  );
}
