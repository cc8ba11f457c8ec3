import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { headlessShell } from '#build/chromium.ts';
import { keepTemporaryFilesInMemory } from '#build/test-environment.ts';
import { freePort } from '#testing/service/free-ports.ts';
import { copyEmptyStore } from '#testing/stores/empty-store.ts';
import { timeLimit } from '#testing/time-limit.ts';

keepTemporaryFilesInMemory();
// Workers evaluate this file again. They inherit the environment, so that all use the same port and folder.
process.env.E2E_PORT ??= String(await freePort());
if (!process.env.E2E_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), 'jetscope-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  await copyEmptyStore(folder);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`;
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  reporter: process.env.CI ? 'list' : 'line',
  reportSlowTests: { max: 20, threshold: 0 },
  forbidOnly: Boolean(process.env.CI),
  // A test waits about half of its time: for the service, for debounced input, for retries.
  workers: 2,
  // CI machines are shared. Tests that pass only on retry are reported as flaky, with a trace.
  retries: process.env.CI ? 1 : 0,
  timeout: timeLimit(60_000),
  expect: { timeout: timeLimit(5_000) },
  use: {
    baseURL: origin,
    // Requests that a service worker answers cannot be held or failed by tests. offline.spec.ts tests it.
    serviceWorkers: 'block',
    // Recording a trace takes a sixth of a test's time.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: headlessShell(),
  },
  webServer: {
    command: 'node src/service/launch.mjs main',
    cwd: '..',
    url: `${origin}/healthz`,
    timeout: timeLimit(120_000),
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      DEMO_JETTONS: '120',
      DEMO_SEED: '7',
      AS_OF: '2026-01-29T07:50:00Z',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '0',
      // Tests hold, change and count requests, which rendered pages do not send: rendered-pages.spec.ts tests them.
      PAGE_RENDERING: 'off',
    },
  },
});
