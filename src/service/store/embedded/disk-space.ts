import { statfs } from 'node:fs/promises';

/** Bytes available to unprivileged processes on the folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function formatMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;
}
