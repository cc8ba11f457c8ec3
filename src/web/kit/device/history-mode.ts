/**
 * How a change affects the history: `commit` adds an entry; `typing` replaces the entry until the edit is committed; `adjust`
 * replaces it, because the change is too minor to be undone with Back.
 */
export type EditPhase = 'typing' | 'commit' | 'adjust';
