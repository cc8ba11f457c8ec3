import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DurableFolder } from '#service/store/embedded/durable-folder.mjs';

type Change =
  | { readonly kind: 'write'; readonly path: string; readonly data: Uint8Array; readonly position: number }
  | { readonly kind: 'create'; readonly path: string }
  | { readonly kind: 'mkdir'; readonly path: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

type Entry = Change | { readonly kind: 'fsync'; readonly path: string };

// biome-ignore lint/suspicious/noExplicitAny: Emscripten's module and its file systems have no types.
type Emscripten = any;

/** A data folder that records what PostgreSQL writes and syncs, so that tests can simulate power failures. */
export class RecordingFolder extends DurableFolder {
  readonly log: Entry[] = [];
  readonly #root: string;

  constructor(folder: string) {
    super(folder);
    this.#root = folder;
  }

  override async init(...args: Parameters<DurableFolder['init']>): ReturnType<DurableFolder['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const record = (module: Emscripten) => this.#record(module.NODEFS);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), record] } };
  }

  #record(nodefs: Emscripten): void {
    const { log } = this;
    const pathOf = (node: unknown) => relative(this.#root, nodefs.realPath(node));
    after(nodefs.stream_ops, 'write', ([stream, buffer, offset, , position], written: number) => {
      const data = Uint8Array.prototype.slice.call(buffer, offset, offset + written);
      log.push({ kind: 'write', path: pathOf(stream.node), data, position });
    });
    after(nodefs.stream_ops, 'fsync', ([stream]) => log.push({ kind: 'fsync', path: pathOf(stream.node) }));
    after(nodefs.stream_ops, 'setattr', ([stream, { size }]) => {
      if (size !== undefined) log.push({ kind: 'truncate', path: pathOf(stream.node), size });
    });
    after(nodefs.node_ops, 'setattr', ([node, { size }]) => {
      if (size !== undefined) log.push({ kind: 'truncate', path: pathOf(node), size });
    });
    after(nodefs.node_ops, 'mknod', ([parent, name, mode]) => {
      const isFolder = (mode & 0o170_000) === 0o040_000;
      log.push({ kind: isFolder ? 'mkdir' : 'create', path: join(pathOf(parent), name) });
    });
    for (const operation of ['unlink', 'rmdir']) {
      after(nodefs.node_ops, operation, ([parent, name]) =>
        log.push({ kind: 'remove', path: join(pathOf(parent), name) }),
      );
    }
    before(nodefs.node_ops, 'rename', ([node, folder, name]) =>
      log.push({ kind: 'rename', path: pathOf(node), to: join(pathOf(folder), name) }),
    );
  }
}

function after(
  operations: Emscripten,
  name: string,
  record: (parameters: Emscripten[], result: number) => void,
): void {
  const original = operations[name];
  operations[name] = (...parameters: Emscripten[]) => {
    const result = original(...parameters);
    record(parameters, result);
    return result;
  };
}

function before(operations: Emscripten, name: string, record: (parameters: Emscripten[]) => void): void {
  const original = operations[name];
  operations[name] = (...parameters: Emscripten[]) => {
    record(parameters);
    return original(...parameters);
  };
}

/**
 * Writes to `folder` a possible state of the disk after a power failure following the first `length` entries of the
 * log, starting from `base`: everything synced and a random part of the rest. Assumes a journaling file system: renames
 * and size changes survive in order, all of them once any file is synced later; data survives once its own file is
 * synced. `random` returns numbers in [0, 1).
 */
export function writeStateAfterPowerCut(
  log: readonly Entry[],
  length: number,
  base: string,
  folder: string,
  random: () => number,
): void {
  cpSync(base, folder, { recursive: true });
  const entries = log.slice(0, length);
  const lastSync = entries.findLastIndex(({ kind }) => kind === 'fsync');
  const lostMetadataFrom = lastSync + 1 + Math.floor(random() * (length - lastSync));
  const syncedUntil = new Map<string, number>();
  for (const [index, entry] of entries.entries())
    if (entry.kind === 'fsync') syncedUntil.set(entry.path, index);
  const lost = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'fsync') continue;
    if (entry.kind === 'write') {
      const synced = index < (syncedUntil.get(finalName(entries, index, entry.path)) ?? -1);
      if (!lost.has(entry.path) && (synced || random() < 0.5)) apply(folder, entry);
    } else if (index < lostMetadataFrom) apply(folder, entry);
    else for (const path of [entry.path, ...('to' in entry ? [entry.to] : [])]) lost.add(path);
  }
}

/** Returns the final name of a file after all later renames. */
function finalName(log: readonly Entry[], from: number, path: string): string {
  let name = path;
  for (const entry of log.slice(from)) if (entry.kind === 'rename' && entry.path === name) name = entry.to;
  return name;
}

function apply(folder: string, change: Change): void {
  const path = join(folder, change.path);
  if (change.kind === 'mkdir') mkdirSync(path, { recursive: true });
  else if (change.kind === 'create') writeFileSync(path, '', { flag: 'a' });
  else if (change.kind === 'remove') rmSync(path, { recursive: true, force: true });
  else if (change.kind === 'rename') {
    mkdirSync(dirname(join(folder, change.to)), { recursive: true });
    if (existsSync(path)) renameSync(path, join(folder, change.to));
  } else if (!existsSync(path)) return;
  else if (change.kind === 'truncate') truncateSync(path, change.size);
  else {
    const file = openSync(path, 'r+');
    writeSync(file, change.data, 0, change.data.length, change.position);
    closeSync(file);
  }
}
