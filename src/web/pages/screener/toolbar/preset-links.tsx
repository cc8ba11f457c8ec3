import { Link } from '@tanstack/react-router';
import { presetScreen, presets } from '#web/lib/presets.ts';
import type { Screen } from '#web/lib/screen.ts';
import { stringifyQuery } from '#web/url/query-text.ts';
import { serialiseScreen } from '#web/url/screen.ts';
import styles from './toolbar.module.css';

export function PresetLinks({ screen }: { screen: Screen }) {
  const here = stringifyQuery(serialiseScreen(screen));
  return presets.map((preset) => {
    const query = serialiseScreen(presetScreen(preset, screen));
    const isHere = stringifyQuery(query) === here;
    return (
      <Link
        key={preset.id}
        to="/"
        search={query}
        // The router's own mark is on every link to this page.
        activeProps={{ 'aria-current': isHere ? 'page' : undefined }}
        className={styles.preset}
        title={preset.title}
      >
        {preset.label}
      </Link>
    );
  });
}
