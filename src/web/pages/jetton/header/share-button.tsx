import { useState } from 'react';
import { Button } from '#web/components/controls/button.tsx';

/** Copies the link of what is on the page. */
export function ShareButton() {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid('Link copied');
    } catch {
      setSaid('Copy it from the address bar');
    }
  };
  return (
    <>
      <Button title="Copy the link of this page" onClick={() => void copy()}>
        {said || 'Share'}
      </Button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
