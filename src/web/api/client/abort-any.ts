/**
 * Replaces `AbortSignal.any` in the browsers without it (Chrome before 116, Firefox before 124, Safari before 17.4). A signal
 * that never aborts keeps the listeners.
 */
function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
}

if (!('any' in AbortSignal)) Object.assign(AbortSignal, { any: anySignal });
