import { settings } from './config.ts';

const COMMANDS = `npm start                 serves the page and the interface on one port
npm start -- --help       prints this text
npm run import -- FOLDER [--as-of TIME] [--skip-bad]
                          replaces the store's data by a dataset`;

/** What `npm start -- --help` prints. */
export function helpText(): string {
  const all = Object.values(settings);
  const width = Math.max(...all.map(({ name }) => name.length)) + 2;
  const lines = all.map(({ name, meaning, fallback }) => {
    const isDefault = fallback === '' ? '' : `\n${' '.repeat(width + 2)}default: ${fallback}`;
    return `  ${name.padEnd(width)}${meaning}${isDefault}`;
  });
  return [
    'Jetscope: analytics for TON jettons, a read-only HTTP service and the dashboard on it.',
    COMMANDS,
    ['Settings, read from the environment:', ...lines].join('\n'),
  ].join('\n\n');
}
