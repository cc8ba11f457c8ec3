import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const zones = ['build', 'contract', 'service', 'web', 'testing'];

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    globalSetup: 'src/testing/throwaway-postgres.ts',
    projects: zones.map((zone) => ({
      plugins: zone === 'web' ? [react()] : [],
      test: {
        name: zone,
        include: [`src/${zone}/**/*.test.{ts,tsx}`],
        environment: 'node',
        testTimeout: zone === 'service' || zone === 'testing' ? 60_000 : 10_000,
        hookTimeout: 120_000,
      },
    })),
  },
});
