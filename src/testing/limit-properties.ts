import fc from 'fast-check';

const LIMIT_MS = 300_000;

// Minimizing a counterexample can take practically forever, and Vitest cannot interrupt it because it does not yield.
// Global plugins, the successor of these settings, would be installed again for every test file of a process.
fc.configureGlobal({ interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true });
