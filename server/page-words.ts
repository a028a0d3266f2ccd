import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const build = fileURLToPath(new URL('../dist/server', import.meta.url))
const staticImport = /^(?:import|export)\b[^;\n]*?["'](\.[^"']+)["']/gm

/** Class names may contain brackets (`max-w-[60rem]`), and may be keys or stand in brackets themselves. */
const wordSeparators = [/[\s"'`]+/, /[\s"'`\\<>={}(),;:[\]]+/]

/** Adds the words of a module of the server build, and of those it imports statically, to `words`. */
const collect = (path: string, seen: Set<string>, words: Set<string>): void => {
  if (seen.has(path)) return
  seen.add(path)
  const code = readFileSync(path, 'utf8')
  for (const separators of wordSeparators) for (const word of code.split(separators)) words.add(word)
  for (const [, imported = ''] of code.matchAll(staticImport)) collect(join(dirname(path), imported), seen, words)
}

/**
 * All words in the code that can render a page on the server, and so all class names that its markup can have: they are
 * written out in the code. Code that is loaded later renders in the browser only.
 */
export const pageWords = (pageId: string): ReadonlySet<string> => {
  const files = JSON.parse(readFileSync(join(build, 'page-entries.json'), 'utf8')) as Record<string, string>
  const file = files[pageId]
  if (!file) throw new Error(`no page ${pageId} in the build`)
  const words = new Set<string>()
  collect(join(build, file), new Set(), words)
  return words
}
