import { useState } from 'react';
import { Button } from '#web/kit/controls/button.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';

const AlertDialog = lazyWithRetry(async () => (await import('./alert-form.tsx')).AlertDialog);

/** Opens the form of a new alert on a jetton. */
export function AlertButton({ address, symbol }: { address: string; symbol: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button bare aria-label={`New alert on ${symbol}`} title="New alert" onClick={() => setOpen(true)}>
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <path
            d="M3 11.5h10L12 9V6a4 4 0 0 0-8 0v3zM7 14h2"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinejoin="round"
          />
        </svg>
      </Button>
      {isOpen ? <AlertDialog subject={{ address }} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
