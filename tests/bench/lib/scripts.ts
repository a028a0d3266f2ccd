import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const root = new URL('../../../', import.meta.url).pathname

/** Paths of all scripts of the page and their static imports. */
export const scriptPaths = async (url: URL, headers: Record<string, string>): Promise<string[]> => {
  const html = await (await fetch(url, { headers })).text()
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    const code = readFileSync(join(root, 'dist/client', path), 'utf8')
    for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      visit(join(path, '..', name as string))
  }
  for (const [, path] of html.matchAll(/["'(](\/assets\/[^"')]+\.js)["')]/g)) visit(path as string)
  return [...seen]
}

/** Gzipped bytes of all scripts of the page and their static imports. */
export const scriptBytes = async (url: URL, headers: Record<string, string>): Promise<number> =>
  (await scriptPaths(url, headers)).reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(root, 'dist/client', path))).length,
    0,
  )
