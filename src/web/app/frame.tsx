import { Link, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reportFirstRender } from '#web/kit/device/first-paint.ts';
import { ColorToggle } from './color-toggle.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { DataSources } from './data-sources/data-sources.tsx';
import { DisplaySettings } from './display-settings.tsx';
import styles from './frame.module.css';
import { PageLinks } from './page-links.tsx';
import { SearchBox } from './search/search-box.tsx';
import { CommandButton, Shortcuts } from './search/shortcuts.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

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
