import { useState } from 'react';
import { Button } from './button.tsx';
import control from './control.module.css';

/** Read-only text with a copy button. The text can be selected and copied by hand if the Clipboard API is blocked. */
export function CopyableText({ label, text }: { label: string; text: string }) {
  const [message, setMessage] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setMessage('Copied'),
      () => setMessage('The browser blocked copying. Select the text and copy it manually.'),
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
      <p role="status">{message}</p>
    </>
  );
}
