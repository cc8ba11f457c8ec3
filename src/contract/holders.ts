/** What the owner of jettons is. `burn`: an address that nobody can spend from. */
export type HolderKind = 'pool' | 'burn' | 'locker' | 'contract' | 'wallet';
