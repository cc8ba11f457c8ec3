import { Link } from '@tanstack/react-router';
import { presetScreen, presets } from '#web/lib/screen/presets.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import { serializeScreen } from '#web/url/screen.ts';
import styles from './toolbar.module.css';

export function PresetLinks({ screen }: { screen: Screen }) {
  return presets.map((preset) => (
    <Link
      key={preset.id}
      to="/"
      search={serializeScreen(presetScreen(preset, screen))}
      activeOptions={{ exact: true }}
      className={styles.preset}
      title={preset.title}
    >
      {preset.label}
    </Link>
  ));
}
