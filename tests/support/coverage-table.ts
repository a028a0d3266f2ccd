import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

/** V8's coverage of a script (NODE_V8_COVERAGE): ranges nest, and the innermost counts. */
export interface ScriptCoverage {
  url: string
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]
}

/** Marks the characters that one process has run. Type annotations are blanked, so the offsets fit the source. */
const markRun = (run: Uint8Array, { functions }: ScriptCoverage): void => {
  const counts = new Uint8Array(run.length)
  const ranges = functions.flatMap((one) => one.ranges)
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  for (const { startOffset, endOffset, count } of ranges) counts.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  for (const [at, count] of counts.entries()) if (count) run[at] = 1
}

interface Lines {
  total: number
  run: number
}

/** Lines of code that any process has run, by file; no lines for files that no process has loaded. */
export class LineCoverage {
  private readonly files = new Map<string, { code: string; run: Uint8Array }>()

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      const code = stripTypeScriptTypes(readFileSync(path, 'utf8'))
      this.files.set(path, { code, run: new Uint8Array(code.length) })
    }
  }

  add(scripts: ScriptCoverage[]): void {
    for (const script of scripts) {
      if (!script.url.startsWith('file:')) continue
      const file = this.files.get(fileURLToPath(script.url))
      if (file) markRun(file.run, script)
    }
  }

  /** Lines of code of a file: without blank lines, comments and types. */
  linesOf(path: string): Lines {
    const lines = { total: 0, run: 0 }
    const file = this.files.get(path)
    if (!file) return lines
    let offset = 0
    for (const line of file.code.split('\n')) {
      const start = line.search(/\S/)
      if (start >= 0 && !/^(\/\/|\/\*|\*)/.test(line.slice(start))) {
        lines.total += 1
        lines.run += file.run[offset + start] ?? 0
      }
      offset += line.length + 1
    }
    return lines
  }
}

/** `modules/storage/tree` for a file of a slice, `modules/users` for one of a module without slices, `server`. */
export const moduleOf = (path: string): string =>
  /^(modules\/[^/]+(\/[^/]+(?=\/server\/))?|server)/.exec(path)?.[1] ?? path

/** A text table: lines, lines run and share of each module, and of all. */
export const coverageTable = (files: Map<string, Lines>): string => {
  const modules = new Map<string, Lines>()
  for (const [path, { total, run }] of files)
    for (const name of [moduleOf(path), 'all']) {
      const sum = modules.get(name) ?? { total: 0, run: 0 }
      modules.set(name, { total: sum.total + total, run: sum.run + run })
    }
  const rows = [...modules].sort(([a], [b]) => Number(a === 'all') - Number(b === 'all') || a.localeCompare(b))
  const cells = rows.map(([name, { total, run }]) => [
    name,
    `${total}`,
    `${run}`,
    `${((100 * run) / total).toFixed(1)} %`,
  ])
  const table = [['module', 'lines', 'run', 'share'], ...cells]
  return table
    .map(([name = '', ...figures]) => name.padEnd(28) + figures.map((figure) => figure.padStart(9)).join(''))
    .join('\n')
}
