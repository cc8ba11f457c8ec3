import type { Plugin } from 'vite';

/** What nearly every word is written in: with it at hand, words are laid out once. */
const letters = 'inter-latin-wght';

/**
 * Has the page's own scripts and styles fetched with those that ask for its first answers and then import them; `app` is
 * how its module's path ends.
 */
export function preloadApp(app: string): Plugin {
  return {
    name: 'preload-app',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, filename }) => {
        if (!filename.endsWith('/index.html')) return [];
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const found = new Set(
          chunks.filter(({ facadeModuleId, moduleIds }) =>
            [facadeModuleId, ...moduleIds].some((id) => id?.endsWith(app)),
          ),
        );
        for (const { imports } of found)
          for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
        const scripts = [...found].map(({ fileName }) => ({ rel: 'modulepreload', name: fileName }));
        const styles = [...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const fonts = Object.keys(bundle).filter((name) => name.includes(letters));
        const links = [
          ...fonts.map((name) => ({ rel: 'preload', as: 'font', name })),
          ...scripts,
          ...styles.map((name) => ({ rel: 'stylesheet', name })),
        ];
        return links
          .filter(({ name }) => !html.includes(name))
          .map(({ name, ...attrs }) => ({
            tag: 'link',
            attrs: { ...attrs, crossorigin: true, href: `/${name}` },
            injectTo: 'head',
          }));
      },
    },
  };
}
