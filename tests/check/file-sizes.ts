import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A longer file holds more than one responsibility. */
const maxLines = 280
/** Code of the product: half of the files at most this long, and 95 of 100. Tests list cases and are longer. */
const maxMedian = 45
const max95 = 150
const searched = '{modules,server,pages,renderer,tests}/**/*.{ts,tsx,mjs}'

interface FileSize {
  file: string
  lines: number
}

const isTest = ({ file }: FileSize) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file)

const percentile = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0

const distributionOf = (files: FileSize[]) => {
  const sorted = files.map(({ lines }) => lines).sort((a, b) => a - b)
  return { median: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), longest: sorted.at(-1) ?? 0 }
}

const describe = (files: FileSize[]) => {
  const { median, p95, longest } = distributionOf(files)
  return `median ${median}, 95 % up to ${p95}, longest ${longest} lines`
}

/** Lines of the source files: their distribution, and the files that are too long. */
export const checkFileSizes = (tree: string): { files: number; seen: string; faults: string[] } => {
  const sizes = globSync(searched, { cwd: tree })
    .filter((file) => !file.includes('node_modules') && !file.startsWith('tests/.artifacts'))
    .map((file) => ({ file, lines: readFileSync(join(tree, file), 'utf8').split('\n').length - 1 }))
  const product = sizes.filter((size) => !isTest(size))
  const { median, p95 } = distributionOf(product)
  return {
    files: sizes.length,
    seen: `product: ${describe(product)}; tests: ${describe(sizes.filter(isTest))}`,
    faults: [
      ...sizes
        .filter(({ lines }) => lines > maxLines)
        .map(({ file, lines }) => `${file}: ${lines} lines, ${maxLines} at most`),
      ...(median > maxMedian ? [`half of the product's files have ${median} lines or more, ${maxMedian} at most`] : []),
      ...(p95 > max95 ? [`5 % of the product's files have ${p95} lines or more, ${max95} at most`] : []),
    ],
  }
}
