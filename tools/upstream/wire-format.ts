/** How the swaps of an exchange are served. */
export const wireFormats = ['stonfi', 'dedust', 'dexscreener', 'dexscreener-stonfi'] as const;
export type WireFormat = (typeof wireFormats)[number];
