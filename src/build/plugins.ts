import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Root } from 'postcss';
import type { Plugin } from 'vite';

/** The font of Latin text. Preloading it avoids a second layout of the page. */
const LATIN_FONT = 'inter-latin-wght';

/**
 * Vite plugin that preloads the app's scripts and styles in parallel with the entry script, which imports them after it
 * has sent the first API requests. `app` is the end of the app module's path.
 */
export function preloadApp(app: string): Plugin {
  return {
    name: 'preload-app',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, filename }) => {
        if (!filename.endsWith('/index.html')) return [];
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const appChunks = new Set(
          chunks.filter(({ facadeModuleId, moduleIds }) =>
            [facadeModuleId, ...moduleIds].some((id) => id?.endsWith(app)),
          ),
        );
        for (const { imports } of appChunks)
          for (const chunk of chunks) if (imports.includes(chunk.fileName)) appChunks.add(chunk);
        const scripts = [...appChunks].map(({ fileName }) => ({ rel: 'modulepreload', name: fileName }));
        const styles = [...appChunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const fonts = Object.keys(bundle).filter((name) => name.includes(LATIN_FONT));
        // None of them blocks the first paint, and none delays the page's own style sheet on a slow network.
        const links = [
          ...styles.map((name) => ({ rel: 'preload', as: 'style', name })),
          ...scripts,
          ...fonts.map((name) => ({ rel: 'preload', as: 'font', name })),
        ];
        return links
          .filter(({ name }) => !html.includes(name))
          .map(({ name, ...attrs }) => ({
            tag: 'link',
            attrs: { ...attrs, crossorigin: true, href: `/${name}`, fetchpriority: 'low' },
            injectTo: 'head',
          }));
      },
    },
  };
}

const [brotli, deflate] = [promisify(brotliCompress), promisify(gzip)];
/** Compression functions by file extension. */
const algorithms = {
  br: (text: string | Uint8Array) => brotli(text),
  gz: (text: string | Uint8Array) => deflate(text, { level: constants.Z_BEST_COMPRESSION }),
};
// Smaller files fit into one packet without compression.
const MIN_LENGTH = 1000;

/** Vite plugin that emits Brotli and gzip copies of scripts and styles at the highest compression level. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    generateBundle: {
      // Runs after other plugins have changed the files.
      order: 'post',
      async handler(_options, bundle) {
        const sources = Object.values(bundle)
          .filter(({ fileName }) => /\.(js|css)$/.test(fileName))
          .map((output) => ({
            name: output.fileName,
            text: output.type === 'chunk' ? output.code : output.source,
          }))
          .filter(({ text }) => text.length >= MIN_LENGTH);
        const files = sources.flatMap(({ name, text }) =>
          Object.entries(algorithms).map(async ([extension, compress]) => {
            this.emitFile({ type: 'asset', fileName: `${name}.${extension}`, source: await compress(text) });
          }),
        );
        await Promise.all(files);
      },
    },
  };
}

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

/**
 * Names the classes of CSS modules after the file and their position in it. The default names repeat each class name, which
 * costs 0.5 kB of compressed initial JavaScript.
 */
export function shortClassNames(): Plugin {
  const namesByFile = new Map<string, string[]>();
  const generateScopedName = (name: string, file: string) => {
    const names = namesByFile.get(file) ?? [];
    namesByFile.set(file, names);
    if (!names.includes(name)) names.push(name);
    const hash = createHash('sha256').update(relative(process.cwd(), file)).digest('hex');
    return `_${hash.slice(0, 5)}${names.indexOf(name).toString(36)}`;
  };
  return {
    name: 'short-class-names',
    apply: 'build',
    config: () => ({ css: { modules: { generateScopedName } } }),
  };
}

/** The font size of browsers by default, in pixels. */
const FONT_SIZE = 16;
/** Lengths up to this many pixels are those of lines. */
const LINE = 2;

/**
 * Vite plugin that makes lengths in pixels follow the font size that users choose in their browser, as if they were written in
 * rem, also in media and container queries. Lines stay as thin as they are.
 */
export function scaledLengths(): Plugin {
  const scale = (text: string) =>
    text.replace(/(?<![\w.])([\d.]+)px\b/g, (length, pixels) =>
      Number(pixels) > LINE ? `${Number(pixels) / FONT_SIZE}rem` : length,
    );
  const plugin = (root: Root) => {
    root.walkDecls((declaration) => {
      declaration.value = scale(declaration.value);
    });
    root.walkAtRules((rule) => {
      rule.params = scale(rule.params);
    });
  };
  return { name: 'scaled-lengths', config: () => ({ css: { postcss: { plugins: [plugin] } } }) };
}
