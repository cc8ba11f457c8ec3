import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * PGlite's file system on a folder, with a working fsync. Emscripten's NODEFS has none: PostgreSQL's calls would
 * succeed without any effect, and a power failure could corrupt the store.
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

/** @param {any} module Emscripten's module; its file systems are untyped. */
function addFsync(module) {
  const { NODEFS } = module;
  /** @param {{ nfd: number }} stream */
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    NODEFS.tryFSOperation(() => fsyncSync(nfd));
    return 0;
  };
}

/**
 * Start parameters that enable fsync and keep the WAL small. Embedded stores have no replicas, so `wal_level` can be
 * minimal: rows loaded into a table that was created in the same transaction are not logged.
 */
export const durableParameters = [
  'fsync=on',
  // The default, fdatasync, is a separate system call that Emscripten does not pass on.
  'wal_sync_method=fsync',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=128MB',
  'min_wal_size=32MB',
];
