import { Button } from './button.tsx';
import control from './control.module.css';
import { useCopy } from './use-copy.ts';

/** Read-only text with a copy button. The text can be copied manually if the browser blocks copying. */
export function CopyableText({ label, text }: { label: string; text: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <>
      <ReadOnlyText label={label} text={text} rows={5} />
      <Button onClick={() => void copy(text)}>Copy</Button>
      <p role="status">
        {isCopied ? 'Copied' : null}
        {isCopied === false ? 'The browser blocked copying. Select the text and copy it manually.' : null}
      </p>
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
