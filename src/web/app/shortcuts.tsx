import { useEffect } from 'react';
import { create } from 'zustand';
import { hasNoShortcuts, useKey } from '#web/kit/controls/use-key.ts';
import { useHasPainted } from '#web/kit/device/first-paint.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import styles from './search-box.module.css';

const ShortcutList = lazyWithRetry(async () => (await import('./shortcut-list.tsx')).ShortcutList);
const CommandPalette = lazyWithRetry(async () => (await import('./command-palette.tsx')).CommandPalette);

type Dialog = 'palette' | 'list' | undefined;
const useDialog = create<{ readonly open: Dialog }>()(() => ({ open: undefined }));
const openDialog = (open: Dialog) => useDialog.setState({ open });

const keys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

/** Opens the command palette; its label shows the shortcut. */
export function CommandButton() {
  return (
    <button
      type="button"
      className={styles.command}
      aria-label={`Commands, ${keys}`}
      aria-keyshortcuts="Control+K Meta+K"
      title="Commands"
      onClick={() => openDialog('palette')}
    >
      <kbd className={styles.key}>{keys}</kbd>
    </button>
  );
}

/** Registers the global shortcuts and renders the dialogs they open. */
export function Shortcuts() {
  const open = useDialog((dialog) => dialog.open);
  useKey((event) => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      openDialog('palette');
    }
    if (event.key === '?' && !hasNoShortcuts(event)) openDialog('list');
  });
  // Preload: text typed right after the shortcut must reach the dialog, also when the network is down.
  const hasPainted = useHasPainted();
  useEffect(() => {
    if (hasPainted) void Promise.all([CommandPalette.preload(), ShortcutList.preload()]);
  }, [hasPainted]);
  const close = () => openDialog(undefined);
  return (
    <>
      {open === 'palette' ? <CommandPalette onClose={close} /> : null}
      {open === 'list' ? <ShortcutList onClose={close} /> : null}
    </>
  );
}
