/**
 * Flags of Node.js processes that tests start. V8 optimizes the code of the embedded database later than by default:
 * most processes end before the optimization pays off, which takes as long as all of their statements.
 */
export const testNodeFlags: string[] = ['--wasm-tiering-budget=100000000'];
