import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const searched = '{{modules,server,pages,renderer,migrations,tests}/**/*.{ts,tsx,mjs,cjs},*.{ts,cjs,mjs}}'
/** Their exports are read by Vike and by the migrator. */
const isReadByName = (file: string) => /(^|\/)\+[^/]+$|^migrations\//.test(file)
const declaration = /^export (?:async )?(?:const|let|function\*?|class|abstract class|interface|type|enum) ([\w$]+)/gm

interface ExportedName {
  file: string
  name: string
}

/** The texts of all source files by path, and the names that the product's files declare and export. */
export const readExports = (tree: string): { texts: Map<string, string>; exported: ExportedName[] } => {
  const files = globSync(searched, { cwd: tree }).filter(
    (file) => !file.includes('node_modules') && !file.startsWith('tests/.artifacts'),
  )
  const texts = new Map(files.map((file) => [file, readFileSync(join(tree, file), 'utf8')]))
  const exported = Array.from(texts)
    .filter(([file]) => !file.startsWith('tests/') && !isReadByName(file))
    .flatMap(([file, text]) => Array.from(text.matchAll(declaration), ([, name = '']) => ({ file, name })))
  return { texts, exported }
}
