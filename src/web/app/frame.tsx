import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { retryInterval } from '#web/api/client/query-client.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import { statusInterval } from '#web/api/queries/feed-state.ts';
import { SearchBox } from '#web/app/search-box.tsx';
import { CommandButton, Shortcuts } from '#web/app/shortcuts.tsx';
import { Button } from '#web/kit/controls/button.tsx';
import { reportFirstRender } from '#web/kit/device/first-paint.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import { ColorToggle, DisplaySettings, MorePages, menuPages, ThemeToggle } from './display-settings.tsx';
import styles from './frame.module.css';

// The status arrives after the first rows.
const DataSourcesButton = lazyWithRetry(
  async () => (await import('./data-sources-button.tsx')).DataSourcesButton,
  true,
);
const ConnectionStatus = lazyWithRetry(
  async () => (await import('./connection-status.tsx')).ConnectionStatus,
  true,
);
const ReportProblem = lazyWithRetry(async () => (await import('./report-problem.tsx')).ReportProblem);

/** Layout shared by all pages. */
export function Frame() {
  const router = useRouter();
  useEffect(reportFirstRender, []);
  useEffect(() => {
    // Without it, shortened numbers are copied as they are shown, and alerts wait for the next visit.
    const following = import('./after-first-render.ts').then(
      ({ followPages }) => followPages(router),
      () => undefined,
    );
    return () => void following.then((stop) => stop?.());
  }, [router]);
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

/** Shows that data is simulated, behind, still being loaded or as of a fixed time. Opens a panel with all details. */
function DataSources() {
  // The only observer that polls the status, so that it follows the feeds.
  const { data } = useQuery({
    ...serviceStatus(),
    refetchInterval: ({ state: { data: status, error } }) =>
      (status ? statusInterval(status) : retryInterval(error)) ?? false,
  });
  // A service without a status cannot be described.
  return data ? <DataSourcesButton status={data} /> : null;
}

/** Pages other than the screener, which the brand link opens. */
const pages = [
  ['/watchlist', 'Watchlist', 'm8 1.8 1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z'],
  ...menuPages,
] as const;

function PageLinks() {
  return (
    <nav className={styles.links} aria-label="Pages">
      {pages.map(([path, label, line]) => (
        <Link key={path} to={path} className={styles.link} title={label}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d={line} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
          </svg>
          <span className={styles.label}>{label}</span>
        </Link>
      ))}
      <MorePages />
    </nav>
  );
}

export function NotFoundPage() {
  return (
    <Notice isPage title="Page not found" text="There is no page at this address.">
      <Link to="/">All jettons</Link>
    </Notice>
  );
}

/** Shown instead of a page that failed to render. */
export function PageError() {
  return (
    <Notice isPage title="Something went wrong" text="Reload the page.">
      <Button onClick={() => location.reload()}>Reload</Button>
      <ReportProblem />
    </Notice>
  );
}
