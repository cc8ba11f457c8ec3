import { Link } from '@tanstack/react-router';
import { type Screen, serializeScreen } from '#web/list/list-state.ts';
import { presetScreen, presets } from './presets.ts';
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
