import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

const CONFIRMATION_MS = 2000;

interface Copy {
  /** Whether the last copy succeeded. Undefined before a copy, during it and after the confirmation. */
  readonly isCopied: boolean | undefined;
  readonly copy: (text: string) => Promise<void>;
}

/** Copies texts to the clipboard. Success is confirmed for 2 seconds; a failure is reported until the next copy. */
export function useCopy(): Copy {
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
  return { isCopied, copy };
}
