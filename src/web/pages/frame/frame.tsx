import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatDateTime } from '#contract/format/format-time.ts';
import { serviceStatus } from '#web/api/queries/queries.ts';
import { ColorToggle } from '#web/components/controls/color-toggle.tsx';
import { ThemeToggle } from '#web/components/controls/theme-toggle.tsx';
import { Badge } from '#web/components/display/badge.tsx';
import { reportFirstRender } from '#web/state/first-paint.ts';
import { ConnectionStatus } from './connection-status.tsx';
import styles from './frame.module.css';
import { PageLinks } from './page-links.tsx';
import { SearchBox } from './search/search-box.tsx';
import { CommandButton, Shortcuts } from './shortcuts/shortcuts.tsx';

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
        <DataSource />
        <div className={styles.toggles}>
          <ColorToggle />
          <ThemeToggle />
          <CommandButton />
        </div>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <ConnectionStatus />
      <Shortcuts />
    </>
  );
}

/** Marks simulated data and data as of a fixed time. */
function DataSource() {
  const { data } = useQuery(serviceStatus());
  if (!data) return null;
  const clock = new Date(data.clock);
  return (
    <div className={styles.source}>
      {data.source === 'simulated' ? <Badge tone="warn">Simulated market</Badge> : null}
      {data.clockFixed ? (
        <time
          className={styles.clock}
          dateTime={data.clock}
          title={`All figures are as of ${clock.toISOString()}`}
        >
          as of {formatDateTime(clock)} UTC
        </time>
      ) : null}
    </div>
  );
}
