import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { formatAge } from '#contract/format/format-time.ts';
import { queue } from '#web/api/client/api-client.ts';
import type { QueueState } from '#web/api/client/queue.ts';
import { clockOffset } from '#web/api/client/service-clock.ts';
import { invalidSettings } from '#web/api/client/settings.ts';
import { DataSources } from '#web/app/data-sources/data-sources.tsx';
import { SearchBox } from '#web/app/search/search-box.tsx';
import { CommandButton, Shortcuts } from '#web/app/search/shortcuts.tsx';
import { Button } from '#web/kit/controls/button.tsx';
import { reportFirstRender } from '#web/kit/device/first-paint.ts';
import { unstored } from '#web/kit/device/persisted-store.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import { ColorToggle, DisplaySettings, ThemeToggle } from './display-settings.tsx';
import styles from './frame.module.css';

const ReportProblem = lazyWithRetry(
  async () => (await import('./data-sources/report-problem.tsx')).ReportProblem,
);

/** Layout shared by all pages. */
export function Frame() {
  useEffect(reportFirstRender, []);
  useEffect(() => {
    // Without it, shortened numbers are copied as they are shown.
    void import('#web/kit/device/copied-text.ts').then(
      ({ copyFullValues }) => copyFullValues(),
      () => undefined,
    );
  }, []);
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
      <Link to="/new" className={styles.link}>
        New pools
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

/** By how many milliseconds a device may differ from the service. */
const MAX_CLOCK_OFFSET = 60_000;

/** Reports outages, rate limiting, a wrong clock and invalid deployment settings below the page, without shifting its content. */
function ConnectionStatus() {
  const state = useStore(queue.state);
  const invalid = useStore(invalidSettings);
  const offset = useStore(clockOffset);
  const isUnstored = useStore(unstored).length > 0;
  const isPaused = state.status === 'rateLimited' || state.status === 'offline';
  return (
    <footer className={styles.status}>
      <div role="status">
        {isPaused ? <PausedMessage state={state} /> : null}
        {Math.abs(offset) > MAX_CLOCK_OFFSET ? (
          <p className={styles.message}>
            The clock of this device is{' '}
            <span translate="no">{formatAge(new Date(0), new Date(Math.abs(offset)))}</span>{' '}
            {offset > 0 ? <span>slow</span> : <span>fast</span>}. Ages are those of the service's clock.
          </p>
        ) : null}
        {isUnstored ? (
          <p className={styles.message}>
            Couldn't store the last change: the browser's storage is full or blocked
          </p>
        ) : null}
        {invalid.length > 0 ? (
          <p className={styles.message}>{`Invalid in config.json, using defaults: ${invalid.join(', ')}`}</p>
        ) : null}
      </div>
    </footer>
  );
}

type PausedState = Extract<QueueState, { status: 'rateLimited' | 'offline' }>;

function PausedMessage({ state }: { state: PausedState }) {
  const now = useCurrentTime();
  const seconds = Math.max(Math.ceil((state.retryAt - now) / 1000), 0);
  const action = state.status === 'rateLimited' ? 'Resuming' : 'Reconnecting';
  return (
    <p className={styles.message}>
      <span>{statusText(state, now)}</span>{' '}
      {/* Hidden so that screen readers do not announce every second. */}
      <span aria-hidden="true">{seconds > 0 ? `${action} in ${seconds} s` : `${action}…`}</span>
    </p>
  );
}

function statusText(state: PausedState, now: number): string {
  if (state.status === 'rateLimited') return 'Rate limit reached.';
  if (state.lastResponseAt === undefined) return 'Offline.';
  const age = formatAge(new Date(state.lastResponseAt), new Date(now));
  return `Offline. Last update ${age} ago.`;
}

/** Returns the current Unix time in milliseconds, updated every second. */
function useCurrentTime(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function NotFoundPage() {
  return (
    <Notice title="Page not found" text="There is no page at this address.">
      <Link to="/">All jettons</Link>
    </Notice>
  );
}

/** Shown instead of a page that failed to render. */
export function PageError() {
  return (
    <Notice title="Something went wrong" text="Reload the page.">
      <Button onClick={() => location.reload()}>Reload</Button>
      <ReportProblem />
    </Notice>
  );
}
