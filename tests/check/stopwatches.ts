import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const searched = '{modules,server,renderer,tests}/**/*.test.ts'
const started = /\b(?:const|let|var) (\w+) = (?:Date|performance)\.now\(\)/g
const read = /(?:Date|performance)\.now\(\) - (\w+)/g

/**
 * Tests that measure how long something takes: no measured time decides a test, as it depends on what else the machine
 * does. They may tell it in a comment (`t.comment`). `npm run bench` measures.
 */
export const checkStopwatches = (tree: string): { files: number; faults: string[] } => {
  const files = globSync(searched, { cwd: tree }).filter((file) => !file.includes('node_modules'))
  const faults = files.flatMap((file) => {
    const lines = readFileSync(join(tree, file), 'utf8').split('\n')
    const stopwatches = new Set(lines.flatMap((line) => [...line.matchAll(started)].map(([, name]) => name)))
    return lines.flatMap((line, index) =>
      !line.includes('t.comment(') && [...line.matchAll(read)].some(([, name]) => stopwatches.has(name))
        ? [`${file}:${index + 1}: measures a time; compare an order, a count or a state`]
        : [],
    )
  })
  return { files: files.length, faults }
}
