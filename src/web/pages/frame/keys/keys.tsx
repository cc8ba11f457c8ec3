import { lazy, Suspense, useEffect, useState } from 'react';
import { isTyping } from '#web/pages/frame/search/is-typing.ts';

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** What opens by a key from anywhere. */
export function Keys() {
  const [open, setOpen] = useState<'palette' | 'list'>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (isCommand) {
        event.preventDefault();
        setOpen('palette');
      }
      if (event.key === '?' && !isTyping(event)) setOpen('list');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const close = () => setOpen(undefined);
  return (
    <Suspense>
      {open === 'palette' ? <Palette onClose={close} /> : null}
      {open === 'list' ? <KeyList onClose={close} /> : null}
    </Suspense>
  );
}
