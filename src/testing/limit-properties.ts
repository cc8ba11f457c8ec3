import fc from 'fast-check';
import { timeLimit } from './time-limit.ts';

const LIMIT_MS = timeLimit(300_000);

// Minimizing a counterexample can take practically forever, and Vitest cannot interrupt it because it does not yield.
// Global plugins, the successor of these settings, would be installed again for every test file of a process.
fc.configureGlobal({ interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true });
