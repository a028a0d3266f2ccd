import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const searched = '{modules,server,pages,renderer,tests}/**/*.{ts,tsx,mts,mjs,css}'

const isLineComment = (line = '') => line.trimStart().startsWith('//')

/** Whether a comment begins in this line with “What”. A sentence of a comment that began above may do so. */
const opensWithWhat = (line: string, above: string | undefined): boolean =>
  /\/\*\*? What /.test(line) ||
  (/(?:^|\s)\/\/ What /.test(line) && !(isLineComment(line) && isLineComment(above))) ||
  (/^\s*\* What /.test(line) && /^\s*\/\*\*?$/.test(above ?? ''))

/** Finds comments that begin with “What”, such as “What was sent”: they describe a thing instead of naming it. */
export const checkCommentOpenings = (tree: string): { files: number; faults: string[] } => {
  const files = globSync(searched, { cwd: tree }).filter((file) => !/node_modules|^tests\/\.artifacts/.test(file))
  const faults = files.flatMap((file) =>
    readFileSync(join(tree, file), 'utf8')
      .split('\n')
      .flatMap((line, index, lines) =>
        opensWithWhat(line, lines[index - 1]) ? [`${file}:${index + 1}: begin with a noun that names the thing`] : [],
      ),
  )
  return { files: files.length, faults }
}
