/**
 * How a change affects the history: `commit` adds an entry; `typing` replaces the entry until the edit is committed; `adjust`
 * replaces it, because the change is not worth a step back.
 */
export type EditPhase = 'typing' | 'commit' | 'adjust';
