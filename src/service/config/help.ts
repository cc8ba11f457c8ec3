import { settings } from './config.ts';

const COMMANDS = `Usage:
  npm start                 Start the dashboard and the API on one port
  npm start -- --help       Show this help
  npm run live              The same, with data of the public sources in feeds.json
  npm run import -- FOLDER [--as-of TIME] [--skip-bad] [--replace]
                            Replace all data with a dataset
  npm run backup -- FOLDER  Copy the embedded store to a new folder
  npm run feed -- --help    Show the commands for data feeds`;

/** Returns the output of `npm start -- --help`. */
export function helpText(): string {
  const all = Object.values(settings);
  const width = Math.max(...all.map(({ name }) => name.length)) + 2;
  const lines = all.map(({ name, description, defaultText }) => {
    const defaultLine = defaultText === '' ? '' : `\n${' '.repeat(width + 2)}Default: ${defaultText}`;
    return `  ${name.padEnd(width)}${description}${defaultLine}`;
  });
  return [
    'Jetscope: analytics for TON jettons, with a dashboard and a read-only HTTP API.',
    COMMANDS,
    ['Environment variables:', ...lines].join('\n'),
  ].join('\n\n');
}
