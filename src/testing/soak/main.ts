import { type Minute, soak } from './run.ts';
import { embeddedSubject, type SoakSubject, serverSubject } from './subjects.ts';

const DEFAULT_MINUTES = 5;
const SHOWN_FAILURES = 20;

const columns =
  'minute | store | faults | answered | excused | unexpected | slowest, ms | RSS, MB | heap, MB | disk, MB | loop delay p99, ms | log, kB | crashes';

const minutes = Number(process.argv[2] ?? DEFAULT_MINUTES);
if (!Number.isInteger(minutes) || minutes < 1) {
  process.stderr.write('Usage: npm run test:soak -- MINUTES\n');
  process.exit(1);
}

const subjects = [await startOrSkip(embeddedSubject), await startOrSkip(serverSubject)];
print(`Simulated market, random clients and random faults, ${minutes} minutes, both stores at once.\n`);
print(`| ${columns} |\n|${'---|'.repeat(columns.split('|').length)}`);
const failures = (
  await Promise.all(subjects.flatMap((subject) => (subject ? [soakOne(subject)] : [])))
).flat();
print(failures.length > 0 ? '\nFAILED:' : '\nPassed.');
for (const failure of failures.slice(0, SHOWN_FAILURES)) print(`- ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);

async function startOrSkip(start: () => Promise<SoakSubject>): Promise<SoakSubject | undefined> {
  try {
    return await start();
  } catch (error) {
    print(`SKIPPED: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** Returns what should not have happened. */
async function soakOne(subject: SoakSubject): Promise<string[]> {
  const unexpected: string[] = [];
  let number = 0;
  let crashes = 0;
  await soak(subject, minutes, (minute) => {
    number += 1;
    ({ crashes } = minute);
    unexpected.push(...minute.outcomes.unexpected.map((failure) => `${subject.name}: ${failure}`));
    print(row(number, subject.name, minute));
  });
  await subject.remove();
  return crashes > 0 ? [`${subject.name}: ${crashes} crashes`, ...unexpected] : unexpected;
}

function row(number: number, name: string, { faults, outcomes, ...minute }: Minute): string {
  const { answered, excused, unexpected, slowest } = outcomes;
  const megabytes = [minute.residentBytes, minute.heapBytes, minute.diskBytes].map((bytes) =>
    Math.round(bytes / 1e6),
  );
  const cells = [
    number,
    name,
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
