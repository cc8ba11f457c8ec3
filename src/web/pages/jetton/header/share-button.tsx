import { useState } from 'react';
import { Button } from '#web/components/controls/button.tsx';
import { copyText } from '#web/components/controls/copy-text.ts';

/** Copies the link to the current page. */
export function ShareButton() {
  const [message, setMessage] = useState('');
  const copy = async () =>
    setMessage((await copyText(location.href)) ? 'Link copied' : 'Copy from the address bar');
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
