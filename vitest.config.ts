import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const zones = ['build', 'contract', 'demo', 'service', 'web', 'testing'];

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    globalSetup: 'src/testing/stores/throwaway-postgres.ts',
    projects: zones.map((zone) => ({
      plugins: zone === 'web' ? [react()] : [],
      test: {
        name: zone,
        include: [`src/${zone}/**/*.test.{ts,tsx}`],
        environment: 'node',
        testTimeout: ['demo', 'service', 'testing'].includes(zone) ? 60_000 : 10_000,
        hookTimeout: 120_000,
      },
    })),
  },
});
