import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

function freePort(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(String(typeof address === 'object' ? address?.port : address)));
    });
  });
}

// Workers read this file again: they inherit what the first reading has chosen.
process.env.E2E_PORT ??= await freePort();
if (!process.env.E2E_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), 'jetscope-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`;
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  reporter: process.env.CI ? 'list' : 'line',
  forbidOnly: Boolean(process.env.CI),
  workers: 1,
  timeout: 30_000,
  use: {
    baseURL: origin,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(existsSync(chromium) ? { executablePath: chromium } : {}),
      args: process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet,
    },
  },
  webServer: {
    command: 'node src/service/launch.mjs main',
    cwd: '..',
    url: `${origin}/healthz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      DEMO_JETTONS: '200',
      DEMO_SEED: '1',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '0',
    },
  },
});
