import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * PGlite's file system on a folder, with an fsync that reaches the disk. Emscripten's NODEFS has none: PostgreSQL's
 * calls would succeed without doing anything, and a power failure could leave a store that does not open.
 */
export class DurableFolder extends NodeFS {
  /**
   * @override
   * @type {NodeFS['init']}
   */
  async init(pglite, options) {
    const { emscriptenOpts } = await super.init(pglite, options);
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [addFsync, ...(emscriptenOpts.preRun ?? [])] },
    };
  }
}

/** @param {any} module Emscripten's module; its file systems have no types. */
function addFsync(module) {
  const { NODEFS } = module;
  /** @param {{ nfd: number }} stream */
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    NODEFS.tryFSOperation(() => fsyncSync(nfd));
    return 0;
  };
}

/**
 * Start parameters that make PostgreSQL call fsync and keep little WAL. Nobody replicates from an embedded store, so
 * that `wal_level` can be minimal: rows loaded into a table of the same transaction are not logged.
 */
export const durableParameters = [
  'fsync=on',
  // fdatasync is another system call, which Emscripten answers itself.
  'wal_sync_method=fsync',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=128MB',
  'min_wal_size=32MB',
];
