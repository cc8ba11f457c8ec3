/** What the service loads by path while it runs; copied beside its bundle, where the same relative paths lead. */
export const runtimeFiles = [
  'src/service/store/migrations',
  'src/service/store/embedded/embedded-worker.mjs',
  'src/service/store/embedded/durable-folder.mjs',
] as const;
