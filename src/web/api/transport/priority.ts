/** What is asked first: from what the page cannot be without to what nobody looks at yet. */
export const priorities = ['list', 'metrics', 'statistics', 'live', 'export'] as const;
export type Priority = (typeof priorities)[number];

// Who has waited this much longer goes before those of the level above: nobody waits for ever.
const PATIENCE = 10_000;

/** Where a call stands in line that was put into it at `now`: the smaller, the sooner. */
export function queuePosition(priority: Priority, now: number): number {
  return now + priorities.indexOf(priority) * PATIENCE;
}
