import { settings } from '#service/config/config.ts';
import { alignedTable } from '#tools/bench/report.ts';

export const SETTINGS_DOCUMENT = 'docs/operations.md';
export const SETTINGS_COMMAND = 'npm run docs:settings';

/** The service's settings as a Markdown table. */
export function settingsTable(): string {
  const rows = Object.values(settings).map(({ name, defaultText, description }) => [
    code(name),
    defaultText === '' ? '' : code(defaultText),
    description.replaceAll('|', '\\|'),
  ]);
  return alignedTable([['name', 'default', 'description'], ...rows]);
}

function code(text: string): string {
  return `\`${text}\``;
}
