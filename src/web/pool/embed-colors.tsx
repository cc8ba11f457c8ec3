import control from '#web/kit/controls/control.module.css';
import styles from './embed-builder.module.css';
import { type EmbedColor, type EmbedSettings, embedColors } from './embed-code.ts';

type Colors = EmbedSettings['colors'];

interface Props {
  readonly colors: Colors;
  readonly onChange: (colors: Colors) => void;
}

const NAMES: Readonly<Record<EmbedColor, string>> = { bg: 'Background', up: 'Up', down: 'Down' };
/** Initial values of custom colors. */
const INITIAL_COLORS: Readonly<Record<EmbedColor, string>> = {
  bg: '#101418',
  up: '#22c55e',
  down: '#ef4444',
};

/** Custom colors that override the theme. */
export function EmbedColors({ colors, onChange }: Props) {
  const change = (name: EmbedColor, isCustom: boolean) => {
    const { [name]: _, ...others } = colors;
    onChange(isCustom ? { ...others, [name]: INITIAL_COLORS[name] } : others);
  };
  return (
    <fieldset className={styles.group}>
      <legend>Colors</legend>
      {embedColors.map((name) => (
        <div key={name} className="spread">
          <label className={control.check}>
            <input
              type="checkbox"
              checked={colors[name] !== undefined}
              onChange={({ target }) => change(name, target.checked)}
            />
            {NAMES[name]}
          </label>
          {colors[name] === undefined ? (
            <span className="note">Theme default</span>
          ) : (
            <input
              type="color"
              className={styles.swatch}
              aria-label={`${NAMES[name]}, color`}
              value={colors[name]}
              onChange={({ target }) => onChange({ ...colors, [name]: target.value })}
            />
          )}
        </div>
      ))}
    </fieldset>
  );
}
