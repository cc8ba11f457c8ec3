import control from '#web/components/controls/control.module.css';
import styles from './embed-builder.module.css';
import { type EmbedChoice, type EmbedColour, embedColours } from './embed-code.ts';

type Colours = EmbedChoice['colours'];

interface Props {
  readonly colours: Colours;
  readonly onChange: (colours: Colours) => void;
}

const NAMES: Readonly<Record<EmbedColour, string>> = { bg: 'Background', up: 'Up', down: 'Down' };
/** What a colour of one's own starts from. */
const FIRST: Readonly<Record<EmbedColour, string>> = { bg: '#101418', up: '#22c55e', down: '#ef4444' };

/** Colours in place of the theme's, each by itself. */
export function EmbedColours({ colours, onChange }: Props) {
  const change = (name: EmbedColour, own: boolean) => {
    const { [name]: _, ...others } = colours;
    onChange(own ? { ...others, [name]: FIRST[name] } : others);
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
            <span className={styles.said}>As the theme</span>
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
