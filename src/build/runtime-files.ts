/** Files that the service loads by path at runtime. Copied next to its bundle, so the same relative paths are valid. */
export const runtimeFiles = [
  'src/service/store/migrations',
  'src/service/store/embedded/embedded-worker.mjs',
  'src/service/store/embedded/durable-folder.mjs',
  'src/service/store/embedded/prepared-statements.mjs',
  'src/service/feeds/client/json-worker.mjs',
  'src/service/feeds/client/parse-json.mjs',
  'src/service/site/page-worker.mjs',
] as const;
