export const timeZones = ['local', 'utc'] as const;
export type TimeZone = (typeof timeZones)[number];
