import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import type { Screen } from '#web/lib/screen.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import styles from './columns.module.css';

const ColumnsPanel = lazy(async () => ({ default: (await import('./columns-panel.tsx')).ColumnsPanel }));

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
}

/** Opens the choice of columns, their order and their width. */
export function ColumnsButton({ screen, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      area.current?.querySelector('button')?.focus();
    };
    addEventListener('pointerdown', onPress);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPress);
      removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
  return (
    <div ref={area} className={styles.area}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Columns
      </Button>
      {isOpen ? (
        <Suspense>
          <ColumnsPanel screen={screen} onChange={onChange} />
        </Suspense>
      ) : null}
    </div>
  );
}
