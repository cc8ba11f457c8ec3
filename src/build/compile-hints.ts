import type { Plugin } from 'vite';

/**
 * Vite plugin that makes V8 compile the named chunks eagerly on a background thread:
 * https://v8.dev/blog/explicit-compile-hints
 */
export function compileHints(names: readonly string[]): Plugin {
  return {
    name: 'compile-hints',
    generateBundle: {
      // Runs after Vite's plugins, because the hint is only valid on the first line.
      order: 'post',
      handler: (_options, bundle) => {
        for (const output of Object.values(bundle))
          if (output.type === 'chunk' && names.includes(output.name))
            output.code = `//# allFunctionsCalledOnLoad\n${output.code}`;
      },
    },
  };
}
