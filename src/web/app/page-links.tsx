import { Link } from '@tanstack/react-router';
import styles from './frame.module.css';

const STAR = 'm8 1.8 1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z';
const COLUMNS = 'M2.5 13.5v-6M8 13.5v-11M13.5 13.5v-8';

/** Links to the pages other than the screener, which the brand link opens. */
export function PageLinks() {
  return (
    <nav className={styles.links} aria-label="Pages">
      <Link to="/watchlist" className={styles.link} title="Watchlist">
        <Icon line={STAR} />
        <span className={styles.label}>Watchlist</span>
      </Link>
      <Link to="/compare" className={styles.link} title="Compare jettons">
        <Icon line={COLUMNS} />
        <span className={styles.label}>Compare</span>
      </Link>
    </nav>
  );
}

function Icon({ line }: { line: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
    </svg>
  );
}
