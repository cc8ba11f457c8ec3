import { cpus, totalmem } from 'node:os';

/** Returns a description for the results of a benchmark, such as `2 cores (AMD EPYC), 24 GiB`. */
export function describeMachine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  return `${processors.length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
}
