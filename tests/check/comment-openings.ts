import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Comments that still begin with “What”, such as “What was sent”: they describe a thing instead of naming it. The number only
 * goes down: more is a fault, and so is a number that is too high.
 */
const maxWhatOpenings = 344

const searched = '{modules,server,pages,renderer,tests}/**/*.{ts,tsx,mts,mjs,css}'

const isLineComment = (line = '') => line.trimStart().startsWith('//')

/** Whether a comment begins in this line with “What”. A sentence of a comment that began above may do so. */
const opensWithWhat = (line: string, above: string | undefined): boolean =>
  /\/\*\*? What /.test(line) ||
  (/(?:^|\s)\/\/ What /.test(line) && !(isLineComment(line) && isLineComment(above))) ||
  (/^\s*\* What /.test(line) && /^\s*\/\*\*?$/.test(above ?? ''))

/** Finds comments that begin with “What” in the files of `tree`. */
export const checkCommentOpenings = (tree: string, limit = maxWhatOpenings): { files: number; faults: string[] } => {
  const files = globSync(searched, { cwd: tree }).filter((file) => !/node_modules|^tests\/\.artifacts/.test(file))
  const openings = files.flatMap((file) =>
    readFileSync(join(tree, file), 'utf8')
      .split('\n')
      .flatMap((line, index, lines) =>
        opensWithWhat(line, lines[index - 1]) ? [`${file}:${index + 1}: begin with a noun that names the thing`] : [],
      ),
  )
  if (openings.length > limit)
    return {
      files: files.length,
      faults: [`${openings.length} comments begin with “What”, at most ${limit} may:`, ...openings],
    }
  const faults =
    openings.length < limit ? [`${openings.length} comments begin with “What”; lower the limit from ${limit}`] : []
  return { files: files.length, faults }
}
