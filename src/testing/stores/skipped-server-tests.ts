import type { Reporter, TestModule } from 'vitest/node';

/** Part of the names of blocks that are skipped without a PostgreSQL server. */
export const NO_SERVER = 'SKIPPED, no PostgreSQL server';

/** Vitest reporter that counts the tests that were skipped because there is no PostgreSQL server. */
export class SkippedServerTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = modules
      .map(({ children }) => [...children.allTests('skipped')].filter(isWithoutServer).length)
      .filter((count) => count > 0);
    const tests = counts.reduce((sum, count) => sum + count, 0);
    if (tests > 0)
      process.stdout.write(
        `\nSKIPPED: ${tests} tests on a PostgreSQL server (files: ${counts.length}); install PostgreSQL 15 or newer\n`,
      );
  }
}

const isWithoutServer = ({ fullName }: { readonly fullName: string }) => fullName.includes(NO_SERVER);
