import { useState } from 'react';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import { Button } from '#web/components/controls/button.tsx';
import styles from './address-text.module.css';

interface Props {
  readonly address: string;
  /** What its button copies, where there are several. */
  readonly what?: string;
}

/** The ends of an address; whole on hover and on copy. */
export function AddressText({ address, what = 'the address' }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <span className={styles.address}>
      <span title={address}>{shortenAddress(address)}</span>
      <Button bare aria-label={`Copy ${what}`} title={`Copy ${what}`} onClick={() => void copy()}>
        <svg
          className={styles.icon}
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          aria-hidden="true"
        >
          {copied ? (
            <path d="m3 8.5 3.2 3.2L13 4.8" />
          ) : (
            <path d="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" strokeLinejoin="round" />
          )}
        </svg>
      </Button>
      <span className="visually-hidden" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </span>
  );
}
