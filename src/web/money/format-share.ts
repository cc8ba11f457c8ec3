/** Formats a share from 0 to 1 in whole percent, rounded down so that only all is 100%. */
export function formatShare(share: number): string {
  return `${Math.floor(share * 100)}%`;
}
