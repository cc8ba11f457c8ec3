import type { Reporter, TestModule } from 'vitest/node';

const COUNT = 20;

/** Vitest reporter that prints the files that took longest, with the time to load them. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    // A single file is only slow compared with others.
    if (modules.length <= COUNT) return;
    const files = modules
      .map((module) => ({ module, seconds: secondsOf(module) }))
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, COUNT);
    process.stdout.write(`\nSlowest ${COUNT} of ${modules.length} test files, in seconds:\n`);
    for (const { module, seconds } of files)
      process.stdout.write(
        `${seconds.toFixed(1).padStart(6)}  ${module.project.name}  ${module.relativeModuleId}\n`,
      );
  }
}

function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;
}
