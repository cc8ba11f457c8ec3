import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import manifest from './package.json' with { type: 'json' };
import { headlessShell } from './src/build/chromium.ts';
import { keepTemporaryFilesInMemory } from './src/build/test-environment.ts';
import { SlowestFiles } from './src/testing/slowest-files.ts';
import { SkippedServerTests } from './src/testing/stores/skipped-server-tests.ts';
import { timeLimit } from './src/testing/time-limit.ts';

const zones = ['build', 'contract', 'demo', 'service', 'web'];
/** Their tests start processes and servers, and take longer. */
const acrossZones = new Set(['testing', 'tools']);

const browserDependencies = [
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-table',
  'lightweight-charts',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'uqr',
  'vitest-browser-react',
  'zod/mini',
  'zustand',
  'zustand/vanilla',
];

keepTemporaryFilesInMemory();

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    reporters: [
      'default',
      ...(process.env.GITHUB_ACTIONS ? ['github-actions' as const] : []),
      new SlowestFiles(),
      new SkippedServerTests(),
    ],
    globalSetup: 'src/testing/stores/throwaway-postgres.ts',
    projects: [
      ...[...zones, ...acrossZones].map((zone) => ({
        plugins: zone === 'web' ? [react()] : [],
        test: {
          name: zone,
          include: [`${zone === 'tools' ? 'tools' : `src/${zone}`}/**/*.test.{ts,tsx}`],
          exclude: ['**/node_modules/**', '**/*.browser.test.tsx'],
          environment: 'node',
          setupFiles: 'src/testing/limit-properties.ts',
          // Starting a process for each file, which compiles the embedded database again, takes a sixth of the time.
          isolate: zone === 'tools',
          // The next file in the same process must not find them.
          restoreMocks: !acrossZones.has(zone),
          testTimeout: timeLimit(
            acrossZones.has(zone) || ['demo', 'service'].includes(zone) ? 120_000 : 30_000,
          ),
          hookTimeout: timeLimit(120_000),
          expect: { poll: { timeout: timeLimit(25_000) } },
        },
      })),
      {
        plugins: [react()],
        define: { 'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version) },
        // Without a list, Vite finds them one by one and reloads the page during the tests.
        optimizeDeps: { include: browserDependencies },
        test: {
          name: 'components',
          include: ['src/web/**/*.browser.test.tsx'],
          setupFiles: 'src/web/style/layout.css',
          // Lazy parts are compiled when they are first opened.
          expect: { poll: { timeout: timeLimit(10_000) } },
          testTimeout: timeLimit(30_000),
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: headlessShell() }),
            instances: [{ browser: 'chromium' as const }],
          },
        },
      },
    ],
  },
});
