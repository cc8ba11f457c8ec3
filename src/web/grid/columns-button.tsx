import { lazy, Suspense } from 'react';
import { Button } from '#web/components/button.tsx';
import { usePanel } from '#web/components/use-panel.ts';
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
  const { area, isOpen, toggle } = usePanel('Columns');
  return (
    <div ref={area} className={styles.area}>
      <Button aria-expanded={isOpen} onClick={toggle}>
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
