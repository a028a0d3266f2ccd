import { getGlobalContextAsync } from 'vike/server'
import type { PageTags } from './page-assets.ts'

/** Name in vite.config.ts of the code that only signed-in people use (`pages/AccountProviders.tsx`). */
const accountCode = 'account'

/**
 * Files of this code in the build, in the order of their imports. Call for a build only: Vike takes the question for the
 * statement that the process serves one, and in development, where that is not so, fails from then on.
 */
export const accountFiles = async (): Promise<readonly string[]> => {
  const context = await getGlobalContextAsync(true)
  const chunks = context.isClientSide ? null : context.assetsManifest
  if (!chunks) return []
  const files = new Set<string>()
  const add = (name: string) => {
    const { file, imports = [] } = chunks[name] ?? {}
    if (!file || files.has(file)) return
    files.add(file)
    for (const imported of imports) add(imported)
  }
  for (const [key, { name }] of Object.entries(chunks)) if (name === accountCode) add(key)
  return [...files]
}

/**
 * Tags that request these files together with those of the page's own tags: the browser, which runs this code before it
 * hydrates a page, would otherwise find it a round trip later.
 */
export const accountPreloads = (files: readonly string[], { head, body }: PageTags): string =>
  files
    .filter((file) => !`${head}${body}`.includes(`"/${file}"`))
    .map((file) => `<link rel="modulepreload" href="/${file}" as="script" type="text/javascript">`)
    .join('')
