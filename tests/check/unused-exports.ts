import { readExports } from './exported-names.ts'

const word = /[\w$]+/g

/** Names that the product exports, and the exported names that no other file contains. */
export const checkUnusedExports = (tree: string): { exports: number; faults: string[] } => {
  const { texts, exported } = readExports(tree)
  const filesWith = new Map<string, number>()
  for (const text of texts.values())
    for (const name of new Set(text.match(word))) filesWith.set(name, (filesWith.get(name) ?? 0) + 1)
  return {
    exports: exported.length,
    faults: exported
      .filter(({ name }) => filesWith.get(name) === 1)
      .map(({ file, name }) => `${file}: nothing outside of the file uses ${name}`),
  }
}
