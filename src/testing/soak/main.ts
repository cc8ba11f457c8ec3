import type { Minute } from './run.ts';
import { soak } from './run.ts';
import { embeddedSubject, type SoakSubject, serverSubject } from './subjects.ts';

const DEFAULT_MINUTES = 5;
const minutes = Number(process.argv[2] ?? DEFAULT_MINUTES);
if (!Number.isInteger(minutes) || minutes < 1) {
  process.stderr.write('Usage: npm run test:soak -- MINUTES\n');
  process.exit(1);
}

/** One after the other, so that neither takes the other's processor time. */
for (const start of [embeddedSubject, serverSubject]) {
  const subject = await start().catch((error: unknown) => {
    print(`\nSKIPPED: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  });
  if (subject) await soakAndReport(subject);
}
process.exit();

async function soakAndReport(subject: SoakSubject): Promise<void> {
  print(`\nSimulated market, random clients and random faults, ${subject.name}, ${minutes} minutes.\n`);
  print(
    '| minute | faults | answered | excused | unexpected | slowest, ms | RSS, MB | heap, MB | disk, MB | loop delay p99, ms | log, kB | crashes |',
  );
  print('|---|---|---|---|---|---|---|---|---|---|---|---|');
  const unexpected: string[] = [];
  let number = 0;
  let crashes = 0;
  await soak(subject, minutes, (minute) => {
    number += 1;
    ({ crashes } = minute);
    unexpected.push(...minute.outcomes.unexpected);
    print(row(number, minute));
  });
  await subject.remove();
  const failed = unexpected.length > 0 || crashes > 0;
  print(failed ? `\nFAILED: ${crashes} crashes, ${unexpected.length} unexpected failures` : '\nPassed.');
  for (const failure of unexpected.slice(0, 20)) print(`- ${failure}`);
  if (failed) process.exitCode = 1;
}

function row(number: number, { faults, outcomes, ...minute }: Minute): string {
  const { answered, excused, unexpected, slowest } = outcomes;
  const megabytes = [minute.residentBytes, minute.heapBytes, minute.diskBytes].map((bytes) =>
    Math.round(bytes / 1e6),
  );
  const cells = [
    number,
    faults.join(', '),
    answered,
    excused,
    unexpected.length,
    Math.round(slowest),
    ...megabytes,
    Math.round(minute.loopDelay),
    Math.round(minute.loggedBytes / 1e3),
    minute.crashes,
  ];
  return `| ${cells.join(' | ')} |`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
