const prefix = 'virtual:vike:page-entry:server:'

/**
 * Vite plugin: writes `page-entries.json` into the server build, which names the file of each page by the page's id. Vike's
 * own manifest names it only when the style sheets of both builds happen to differ.
 * @returns {import('vite').Plugin}
 */
export const pageEntries = () => ({
  name: 'coffer:page-entries',
  generateBundle(_options, bundle) {
    if (this.environment?.name !== 'ssr') return
    const entries = Object.values(bundle).flatMap((output) => {
      const id = output.type === 'chunk' ? (output.facadeModuleId ?? '') : ''
      const at = id.indexOf(prefix)
      return at === -1 ? [] : [[id.slice(at + prefix.length), output.fileName]]
    })
    this.emitFile({
      type: 'asset',
      fileName: 'page-entries.json',
      source: JSON.stringify(Object.fromEntries(entries)),
    })
  },
})
