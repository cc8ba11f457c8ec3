import { useState } from 'react';
import { Button } from '#web/components/controls/button.tsx';

/** Copies the link to the current page. */
export function ShareButton() {
  const [message, setMessage] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setMessage('Link copied');
    } catch {
      setMessage('Copy from the address bar');
    }
  };
  return (
    <>
      <Button title="Copy link to this page" onClick={() => void copy()}>
        {message || 'Share'}
      </Button>
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </>
  );
}
