import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { kinds, type Times } from './processor-times.ts'
import { partOf, root } from './test-files.ts'

const totalOf = (times: Times) => kinds.reduce((sum, kind) => sum + times[kind], 0)

const partOfName = (name: string) => (existsSync(join(root, name)) ? [partOf(name)] : [])

const row = (name: string, times: Times): string[] => [
  ...[totalOf(times), ...kinds.map((kind) => times[kind]), times.elapsed].map((seconds) => seconds.toFixed(1)),
  name,
]

/** A text table, in seconds: a row for each file, most processor time first, then the sums of the parts and of all. */
export const processorTable = (files: Map<string, Times>): string => {
  const sums = new Map<string, Times>()
  for (const [name, times] of files)
    for (const sumName of [...partOfName(name), 'all']) {
      const sum = sums.get(sumName)
      if (sum) for (const key of [...kinds, 'elapsed'] as const) sum[key] += times[key]
      else sums.set(sumName, { ...times })
    }
  const byTotal = (rows: Map<string, Times>) =>
    [...rows].sort(([, a], [, b]) => totalOf(b) - totalOf(a)).map(([name, times]) => row(name, times))
  const rows = [['total', ...kinds, 'elapsed', 'file'], ...byTotal(files), ...byTotal(sums)]
  return rows
    .map((cells) => cells.map((cell, at) => (at === cells.length - 1 ? `  ${cell}` : cell.padStart(9))).join(''))
    .join('\n')
}
