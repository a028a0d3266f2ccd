import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the languages that Coffer is shipped with. */
export const localesFolder = fileURLToPath(new URL('../../../../locales/', import.meta.url))

const flatten = (tree: object, prefix: string, into: Map<string, string>): void => {
  for (const [name, value] of Object.entries(tree)) {
    const key = prefix.endsWith(':') ? prefix + name : `${prefix}.${name}`
    if (typeof value === 'string') into.set(key, value)
    else flatten(value as object, key, into)
  }
}

/** The texts in the files of a language's folder, by `namespace:key.of.text`. */
export const readLocale = (path: string): Map<string, string> => {
  const texts = new Map<string, string>()
  for (const file of readdirSync(path).filter((name) => name.endsWith('.json')))
    flatten(JSON.parse(readFileSync(join(path, file), 'utf8')) as object, `${file.slice(0, -5)}:`, texts)
  return texts
}

/** The languages below a folder, which has a folder for each; without one, those that Coffer is shipped with. */
export const localesBelow = (root = localesFolder): string[] => readdirSync(root).sort()
