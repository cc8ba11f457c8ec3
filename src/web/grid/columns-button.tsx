import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { useShutOutside } from '#web/components/use-shut-outside.ts';
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
  const area = useShutOutside(isOpen, () => setOpen(false));
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
