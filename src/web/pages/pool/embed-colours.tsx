import control from '#web/components/controls/control.module.css';
import styles from './embed-builder.module.css';
import { type EmbedChoice, type EmbedColour, embedColours } from './embed-code.ts';

type Colours = EmbedChoice['colours'];

interface Props {
  readonly colours: Colours;
  readonly onChange: (colours: Colours) => void;
}

const NAMES: Readonly<Record<EmbedColour, string>> = { bg: 'Background', up: 'Up', down: 'Down' };
/** Initial values of custom colours. */
const INITIAL_COLOURS: Readonly<Record<EmbedColour, string>> = {
  bg: '#101418',
  up: '#22c55e',
  down: '#ef4444',
};

/** Custom colours that override the theme. */
export function EmbedColours({ colours, onChange }: Props) {
  const change = (name: EmbedColour, isCustom: boolean) => {
    const { [name]: _, ...others } = colours;
    onChange(isCustom ? { ...others, [name]: INITIAL_COLOURS[name] } : others);
  };
  return (
    <fieldset className={styles.group}>
      <legend>Colours</legend>
      {embedColours.map((name) => (
        <div key={name} className={styles.colour}>
          <label className={control.check}>
            <input
              type="checkbox"
              checked={colours[name] !== undefined}
              onChange={({ target }) => change(name, target.checked)}
            />
            {NAMES[name]}
          </label>
          {colours[name] === undefined ? (
            <span className={styles.note}>Theme default</span>
          ) : (
            <input
              type="color"
              className={styles.swatch}
              aria-label={`${NAMES[name]}, colour`}
              value={colours[name]}
              onChange={({ target }) => onChange({ ...colours, [name]: target.value })}
            />
          )}
        </div>
      ))}
    </fieldset>
  );
}
