import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A longer file holds more than one responsibility. */
const maxLines = 280
const searched = '{modules,server,pages,renderer,tests}/**/*.{ts,tsx,mjs}'

const percentile = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0

/** Lines of the source files: their distribution, and those that are too long. */
export const checkFileSizes = (tree: string): { files: number; seen: string; faults: string[] } => {
  const sizes = globSync(searched, { cwd: tree })
    .filter((file) => !file.includes('node_modules') && !file.startsWith('tests/.artifacts'))
    .map((file) => ({ file, lines: readFileSync(join(tree, file), 'utf8').split('\n').length - 1 }))
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b)
  return {
    files: sizes.length,
    seen: `median ${percentile(sorted, 0.5)}, 95 % up to ${percentile(sorted, 0.95)}, longest ${sorted.at(-1) ?? 0} lines`,
    faults: sizes
      .filter(({ lines }) => lines > maxLines)
      .map(({ file, lines }) => `${file}: ${lines} lines, ${maxLines} at most`),
  }
}
