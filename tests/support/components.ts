import { createServer } from 'vite'

const root = new URL('../../', import.meta.url).pathname

/** Loads a module of components as the server's build has it (`path` from the root). Stops with the test. */
export const loadComponents = async <Module>(
  t: { teardown(fn: () => unknown): void },
  paths: readonly string[],
): Promise<Module> => {
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  t.teardown(() => server.close())
  const modules = await Promise.all(paths.map((path) => server.ssrLoadModule(`/${path}`)))
  return Object.assign({}, ...modules) as Module
}
