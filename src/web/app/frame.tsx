import { Link, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DataSources } from '#web/app/data-sources/data-sources.tsx';
import { SearchBox } from '#web/app/search/search-box.tsx';
import { CommandButton, Shortcuts } from '#web/app/search/shortcuts.tsx';
import { reportFirstRender } from '#web/kit/device/first-paint.ts';
import { ConnectionStatus } from './connection-status.tsx';
import { ColorToggle, DisplaySettings, ThemeToggle } from './display-settings.tsx';
import styles from './frame.module.css';

/** Layout shared by all pages. */
export function Frame() {
  useEffect(reportFirstRender, []);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.header}>
        <Link to="/" className={styles.brand}>
          <img src="/favicon.svg" width="20" height="20" alt="" />
          Jetscope
        </Link>
        <PageLinks />
        <SearchBox />
        <DataSources />
        <DisplaySettings>
          <ColorToggle />
          <ThemeToggle />
          <CommandButton />
        </DisplaySettings>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <ConnectionStatus />
      <Shortcuts />
    </>
  );
}

const STAR = 'm8 1.8 1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z';
const COLUMNS = 'M2.5 13.5v-6M8 13.5v-11M13.5 13.5v-8';

/** Links to the pages other than the screener, which the brand link opens. */
function PageLinks() {
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
