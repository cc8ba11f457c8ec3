import { useState } from 'react';
import { Button } from './button.tsx';
import control from './control.module.css';
import { copyText } from './copy-text.ts';

/** Read-only text with a copy button. The text can be copied manually if the browser blocks copying. */
export function CopyableText({ label, text }: { label: string; text: string }) {
  const [message, setMessage] = useState('');
  const copy = async () => {
    const isCopied = await copyText(text);
    setMessage(isCopied ? 'Copied' : 'The browser blocked copying. Select the text and copy it manually.');
  };
  return (
    <>
      <ReadOnlyText label={label} text={text} rows={5} />
      <Button onClick={() => void copy()}>Copy</Button>
      <p role="status">{message}</p>
    </>
  );
}

/** Text to copy manually: focusing it selects all of it. */
export function ReadOnlyText({ label, text, rows }: { label: string; text: string; rows: number }) {
  return (
    <textarea
      className={`${control.input} ${control.text}`}
      aria-label={label}
      rows={rows}
      readOnly
      value={text}
      onFocus={({ target }) => target.select()}
    />
  );
}
