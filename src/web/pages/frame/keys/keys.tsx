import { useEffect } from 'react';
import { create } from 'zustand';
import { lazyWithRetry } from '#web/components/feedback/lazy-with-retry.tsx';
import { isTyping } from '#web/pages/frame/search/is-typing.ts';
import { useHasPainted } from '#web/state/first-paint.ts';
import styles from './keys.module.css';

const KeyList = lazyWithRetry(async () => (await import('./key-list.tsx')).KeyList);
const Palette = lazyWithRetry(async () => (await import('./palette.tsx')).Palette);

type Dialog = 'palette' | 'list' | undefined;
const useDialog = create<{ readonly open: Dialog }>()(() => ({ open: undefined }));
const openDialog = (open: Dialog) => useDialog.setState({ open });

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** For the pointer, and says the key to everybody. */
export function CommandButton() {
  return (
    <button
      type="button"
      className={styles.command}
      aria-label="Commands"
      aria-keyshortcuts="Control+K Meta+K"
      title="Commands"
      onClick={() => openDialog('palette')}
    >
      <kbd className={styles.key}>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  );
}

/** What opens by a key from anywhere. */
export function Keys() {
  const open = useDialog((dialog) => dialog.open);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (isCommand) {
        event.preventDefault();
        openDialog('palette');
      }
      if (event.key === '?' && !isTyping(event)) openDialog('list');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  // What is typed right after the key is meant for it, and nothing waits for a network that has gone.
  const painted = useHasPainted();
  useEffect(() => {
    if (painted) void Promise.all([Palette.preload(), KeyList.preload()]);
  }, [painted]);
  const close = () => openDialog(undefined);
  return (
    <>
      {open === 'palette' ? <Palette onClose={close} /> : null}
      {open === 'list' ? <KeyList onClose={close} /> : null}
    </>
  );
}
