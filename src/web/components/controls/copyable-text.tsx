import { useState } from 'react';
import { Button } from './button.tsx';
import control from './control.module.css';

/** A text to be copied: by a button, or by hand where the browser does not let the page do it. */
export function CopyableText({ label, text }: { label: string; text: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Select the text and copy it by hand: this browser does not let the page do it'),
    );
  return (
    <>
      <textarea
        className={`${control.input} ${control.text}`}
        aria-label={label}
        rows={5}
        readOnly
        value={text}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => void copy()}>Copy</Button>
      <p role="status">{said}</p>
    </>
  );
}
