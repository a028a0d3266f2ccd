import type { Plugin, Rolldown } from 'vite'

type Chunks = Readonly<Record<string, { imports: readonly string[]; hasStyles: boolean }>>

/** The chunk and all that it imports statically. */
const withImports = (chunks: Chunks, name: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const imported of chunks[name]?.imports ?? []) withImports(chunks, imported, seen)
  return seen
}

/**
 * The files to request together with `file`, which code of `host` loads: without those that are there already, and without
 * `file` itself, which is requested at the same time, unless the browser waits for styles first. Their names were 0.4 KB of the
 * files page.
 */
export const neededNames = (chunks: Chunks, file: string, dependencies: readonly string[], host: string): string[] => {
  const loaded = withImports(chunks, host)
  const waits = [...withImports(chunks, file)].some((name) => chunks[name]?.hasStyles)
  return dependencies.filter((name) => !loaded.has(name) && (waits || name !== file))
}

/** The chunks of the build, for `modulePreload.resolveDependencies`. */
export const preloadNames = () => {
  let chunks: Chunks = {}
  const plugin: Plugin = {
    name: 'coffer:preload-names',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // Before Vite writes the names.
      order: 'pre',
      handler: (_, bundle) => {
        const all = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
        chunks = Object.fromEntries(
          all.map(({ fileName, imports, viteMetadata }) => [
            fileName,
            { imports, hasStyles: (viteMetadata?.importedCss.size ?? 0) > 0 },
          ]),
        )
      },
    },
  }
  const resolveDependencies = (file: string, dependencies: string[], { hostId }: { hostId: string }) =>
    // In the code of a page, which Vike fetches when the pointer is over a link to it, the browser finds them itself: their
    // names took 3 KB of every page.
    /\/entries\//.test(file) ? [] : neededNames(chunks, file, dependencies, hostId)
  return { plugin, resolveDependencies }
}
