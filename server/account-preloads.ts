import { getGlobalContextAsync } from 'vike/server'
import type { PageTags } from './page-assets.ts'

/** Name in vite.config.ts of the code that only signed-in people use (`pages/AccountProviders.tsx`). */
const accountCode = 'account'

/**
 * Tags that request this code together with the files of the page's own tags: the browser, which runs it before it hydrates
 * a page, would otherwise find it a round trip later. None in development, which has no build.
 */
export const accountPreloads = async ({ head, body }: PageTags): Promise<string> => {
  const context = await getGlobalContextAsync(true)
  const chunks = context.isClientSide ? null : context.assetsManifest
  if (!chunks) return ''
  const files = new Set<string>()
  const add = (name: string) => {
    const { file, imports = [] } = chunks[name] ?? {}
    if (!file || files.has(file)) return
    files.add(file)
    for (const imported of imports) add(imported)
  }
  for (const [key, { name }] of Object.entries(chunks)) if (name === accountCode) add(key)
  return [...files]
    .filter((file) => !`${head}${body}`.includes(`"/${file}"`))
    .map((file) => `<link rel="modulepreload" href="/${file}" as="script" type="text/javascript">`)
    .join('')
}
