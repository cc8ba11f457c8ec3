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
