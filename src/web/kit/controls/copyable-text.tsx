import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import control from './controls.module.css';

/** Read-only text with a copy button. The text can be copied manually if the browser blocks copying. */
export function CopyableText({ label, text }: { label: string; text: string }) {
  const { message, copy } = useCopy(
    undefined,
    'The browser blocked copying. Select the text and copy it manually.',
  );
  return (
    <>
      <ReadOnlyText label={label} text={text} rows={5} />
      <Button onClick={() => void copy(text)}>Copy</Button>
      <p role="status">{message}</p>
    </>
  );
}

interface CopyButtonProps {
  readonly title?: string;
  /** Returns the text to copy when the button is pressed. */
  readonly text: () => string;
  readonly copied?: string;
  readonly blocked?: string;
  readonly children: string;
}

/** A button that copies a text, and shows the result instead of its label. */
export function CopyButton({ title, text, copied, blocked, children }: CopyButtonProps) {
  const { message, copy } = useCopy(copied, blocked);
  return (
    <span>
      <Button title={title} onClick={() => void copy(text())}>
        {message || children}
      </Button>
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </span>
  );
}

/** Copies the link to the current page. */
export function ShareButton() {
  return (
    <CopyButton
      title="Copy link to this page"
      text={() => location.href}
      copied="Link copied"
      blocked="Copy from the address bar"
    >
      Share
    </CopyButton>
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

const CONFIRMATION_MS = 2000;

interface Copy {
  /** Whether the last copy succeeded. Undefined before a copy, during it and after the confirmation. */
  readonly isCopied: boolean | undefined;
  /** What to announce. Empty while `isCopied` is undefined. */
  readonly message: string;
  readonly copy: (text: string) => Promise<void>;
}

/** Copies texts to the clipboard. Success is confirmed for 2 seconds; a failure is reported until the next copy. */
export function useCopy(copied = 'Copied', blocked = 'The browser blocked copying'): Copy {
  const [isCopied, setCopied] = useState<boolean>();
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(undefined), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string) => {
    // Screen readers announce only changes, so a message has to be cleared before it is repeated.
    setCopied(undefined);
    setCopied(await copyText(text));
  };
  return { isCopied, message: isCopied === undefined ? '' : isCopied ? copied : blocked, copy };
}

/**
 * Copies a text to the clipboard. Resolves with whether it was copied: browsers can deny it, and lack the Clipboard API on
 * pages without https.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
