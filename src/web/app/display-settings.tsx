import { type ReactNode, useState } from 'react';
import { Button } from '#web/kit/controls/button.tsx';
import { useDismiss } from '#web/kit/controls/popup-button.tsx';
import styles from './display-settings.module.css';

/** Buttons of the header. On phones, one button opens them as a menu with visible labels. */
export function DisplaySettings({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const containerRef = useDismiss(isOpen, () => setOpen(false));
  return (
    <div ref={containerRef} className={styles.container}>
      <div className={styles.menuButton}>
        <Button
          bare
          aria-label="Display settings"
          aria-expanded={isOpen}
          title="Display settings"
          onClick={() => setOpen(!isOpen)}
        >
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path
              d="M2 4h5m4 0h3M2 12h3m4 0h5M9 2v4M7 10v4"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.4"
              strokeLinecap="round"
            />
          </svg>
        </Button>
      </div>
      <div className={styles.settings} data-open={isOpen || undefined}>
        {children}
      </div>
    </div>
  );
}
