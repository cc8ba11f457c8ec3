import { readFileSync, writeFileSync } from 'node:fs';
import { withSection } from './generated-section.ts';
import { SETTINGS_COMMAND, SETTINGS_DOCUMENT, settingsTable } from './settings-table.ts';

const text = readFileSync(SETTINGS_DOCUMENT, 'utf8');
writeFileSync(SETTINGS_DOCUMENT, withSection(text, SETTINGS_COMMAND, settingsTable()));
