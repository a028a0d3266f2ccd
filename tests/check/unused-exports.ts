import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const searched = '{{modules,server,pages,renderer,migrations,tests}/**/*.{ts,tsx,mjs,cjs},*.{ts,cjs,mjs}}'
/** Their exports are read by Vike and by the migrator. */
const isReadByName = (file: string) => /(^|\/)\+[^/]+$|^migrations\//.test(file)
const declaration = /^export (?:async )?(?:const|let|function\*?|class|abstract class|interface|type|enum) ([\w$]+)/gm
const word = /[\w$]+/g

/** Names that the product exports, and the exported names that no other file contains. */
export const checkUnusedExports = (tree: string): { exports: number; faults: string[] } => {
  const files = globSync(searched, { cwd: tree }).filter(
    (file) => !file.includes('node_modules') && !file.startsWith('tests/.artifacts'),
  )
  const texts = new Map(files.map((file) => [file, readFileSync(join(tree, file), 'utf8')]))
  const filesWith = new Map<string, number>()
  for (const text of texts.values())
    for (const name of new Set(text.match(word))) filesWith.set(name, (filesWith.get(name) ?? 0) + 1)
  const exported = Array.from(texts)
    .filter(([file]) => !file.startsWith('tests/') && !isReadByName(file))
    .flatMap(([file, text]) => Array.from(text.matchAll(declaration), ([, name = '']) => ({ file, name })))
  return {
    exports: exported.length,
    faults: exported
      .filter(({ name }) => filesWith.get(name) === 1)
      .map(({ file, name }) => `${file}: nothing outside of the file uses ${name}`),
  }
}
