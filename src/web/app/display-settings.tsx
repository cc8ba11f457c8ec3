import { Link } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Button } from '#web/kit/controls/button.tsx';
import { MoreIcon, useDismiss } from '#web/kit/controls/popup-button.tsx';
import { colorPairLabels, colorPairs, useColorPair } from '#web/kit/device/preferences.ts';
import { type Theme, themes, useTheme } from '#web/kit/device/theme.ts';
import styles from './frame.module.css';

/** Pages whose links are in the header, on phones in its menu: path, label and line of the icon. */
export const menuPages = [
  ['/alerts', 'Alerts', 'M3 11.5h10L12 9V6a4 4 0 0 0-8 0v3zM7 14h2'],
  ['/new', 'New pools', 'M8 2.5v11M2.5 8h11'],
  ['/compare', 'Compare', 'M2.5 13.5v-6m5.5 6v-11m5.5 11v-8'],
] as const;

/** Pages whose links are in a menu in windows of any width. */
const morePages = [
  ['/charts', 'Charts'],
  ['/paper', 'Paper trades'],
  ['/device', 'This device'],
] as const;

/** Menu of pages. On phones, they are in the menu of the display settings. */
export function MorePages() {
  const [isOpen, setOpen] = useState(false);
  const containerRef = useDismiss(isOpen, () => setOpen(false));
  return (
    <div ref={containerRef} className={styles.more}>
      <button
        type="button"
        className={styles.link}
        title="More pages"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <MoreIcon />
        <span className={styles.label}>More</span>
        <span className="visually-hidden"> pages</span>
      </button>
      <div className={styles.morePages} hidden={!isOpen}>
        {morePages.map(([path, label]) => (
          <Link key={path} to={path} className={styles.link} onClick={() => setOpen(false)}>
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}

/** Buttons of the header. On phones, one button opens them as a menu with visible labels and links to pages. */
export function DisplaySettings({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const containerRef = useDismiss(isOpen, () => setOpen(false));
  return (
    <div ref={containerRef} className="relative rigid">
      <div className="row phone-only">
        <Button bare aria-label="Menu" aria-expanded={isOpen} title="Menu" onClick={() => setOpen(!isOpen)}>
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
        {[...menuPages, ...morePages].map(([path, label]) => (
          <Link key={path} to={path} className={styles.menuLink} onClick={() => setOpen(false)}>
            {label}
          </Link>
        ))}
        {children}
      </div>
    </div>
  );
}

/** Cycles through the color pairs for rising and falling values. */
export function ColorToggle() {
  const pair = useColorPair((state) => state.pair);
  const next = colorPairs[(colorPairs.indexOf(pair) + 1) % colorPairs.length] ?? 'green-red';
  useLayoutEffect(() => {
    document.documentElement.dataset.colorPair = pair;
  }, [pair]);
  const label = `Colors: ${colorPairLabels[pair]}`;
  return (
    <Button
      bare
      aria-label={label}
      title={`${label}. Switch to ${colorPairLabels[next]}`}
      onClick={() => useColorPair.setState({ pair: next })}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M1.5 10 5 4l3.5 6z" fill="var(--up)" />
        <path d="M7.5 6 11 12l3.5-6z" fill="var(--down)" />
      </svg>
    </Button>
  );
}

const SUN =
  'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1';
const MOON = 'M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1z';
const CIRCLE = 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z';
const LEFT_HALF = 'M8 2.5a5.5 5.5 0 0 0 0 11z';

const icons: Record<Theme, { stroke: string; fill?: string }> = {
  system: { stroke: CIRCLE, fill: LEFT_HALF },
  light: { stroke: SUN },
  dark: { stroke: MOON, fill: MOON },
};

/** Cycles through the system, light and dark themes. */
export function ThemeToggle() {
  const { chosen, choose } = useTheme();
  const next = themes[(themes.indexOf(chosen) + 1) % themes.length] ?? 'system';
  const { stroke, fill } = icons[chosen];
  const label = `Theme: ${chosen}`;
  return (
    <Button bare aria-label={label} title={`${label}. Switch to ${next}`} onClick={() => choose(next)}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        {fill ? <path d={fill} fill="currentColor" /> : null}
        <path d={stroke} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
    </Button>
  );
}
