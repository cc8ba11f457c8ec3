import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Journeys in other browsers: `npm run test:smoke` chooses those that are installed. */
export default defineConfig(base, {
  testMatch: 'smoke/journeys.ts',
  projects: [
    { name: 'firefox', use: { browserName: 'firefox', launchOptions: {} } },
    { name: 'webkit', use: { browserName: 'webkit', launchOptions: {} } },
    {
      name: 'firefox-esr',
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: fileURLToPath(new URL('smoke/firefox-esr.mjs', import.meta.url)) },
      },
    },
  ],
});
