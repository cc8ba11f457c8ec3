/** Whether an edit is still in progress. Links: `typing` replaces the history entry, `commit` pushes a new one. */
export type EditPhase = 'typing' | 'commit';
