import type { Readable } from 'node:stream'
import { Parser, type Result } from 'tap-parser'

export interface TapCount {
  passed: number
  failed: number
}

export interface TapReport extends TapCount {
  /** Tests that did not run, each with its reason; they count as neither. */
  skipped: string[]
  /** Files in which something failed, with their counts and the lines that tell of each failure. */
  failedFiles: (TapCount & { name: string; failures: string[] })[]
}

const describe = ({ fullname, name, diag, tapError }: Result): string => {
  const { at, source, stack, diff, found, wanted, exitCode, signal, message, code } = diag ?? {}
  const place = at?.fileName ? `${at.fileName}:${at.lineNumber}` : undefined
  const parts = { place, message, code, exitCode, signal, diff, found, wanted, source, stack, tapError }
  const details = Object.entries(parts).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const lines = details.map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return [
    `    ✗ ${fullname || name}`,
    ...lines.flatMap((line) => line.trimEnd().split('\n')).map((line) => `        ${line}`),
  ].join('\n')
}

const isFile = (name: string) => /\.test\.ts$/.test(name)

/**
 * Reads the raw TAP of a run, prints one line per file with its failures, and counts test points: the innermost tests, and
 * each test or file that failed although nothing inside it did (a crash, a time limit, a plan).
 */
export const readTap = async (stream: Readable, print: (line: string) => void = console.log): Promise<TapReport> => {
  const total: TapReport = { passed: 0, failed: 0, skipped: [], failedFiles: [] }
  let inFile = { passed: 0, failed: 0 }
  let failedPoints = 0
  let failures: string[] = []
  let skips: string[] = []

  const watch = (parser: Parser): void => {
    let failedInChild = 0
    parser.on('child', (child: Parser) => {
      const before = failedPoints
      watch(child)
      child.on('complete', () => {
        failedInChild = failedPoints - before
      })
    })
    parser.on('assert', (result: Result) => {
      const failed = !result.ok && !result.todo && !result.skip
      if (failed && !(result.closingTestPoint && failedInChild > 0)) {
        inFile.failed += 1
        failedPoints += 1
        failures.push(describe(result))
      } else if (typeof result.skip === 'string') skips.push(`${result.fullname || result.name}: ${result.skip}`)
      else if (!failed && !result.closingTestPoint && !result.skip && !result.todo) inFile.passed += 1
      failedInChild = 0
      // A group of files shares a process; what fails outside its files counts as a file of its own.
      if (isFile(result.name) || (parser.level === 0 && inFile.failed > 0)) endFile(result)
    })
  }
  const endFile = ({ name, time }: Result) => {
    const seconds = time === null ? '' : `, ${(time / 1000).toFixed(1)} s`
    const { passed, failed } = inFile
    print(`${failed ? '✗' : '✓'} ${name} (${passed} passed${failed ? `, ${failed} failed` : ''}${seconds})`)
    for (const failure of failures) print(failure)
    for (const skip of skips) print(`    – skipped: ${skip}`)
    total.skipped.push(...skips)
    total.passed += passed
    total.failed += failed
    if (failed > 0) total.failedFiles.push({ name, passed, failed, failures })
    inFile = { passed: 0, failed: 0 }
    failures = []
    skips = []
  }

  const parser = new Parser()
  watch(parser)
  const complete = new Promise<void>((resolve) => parser.on('complete', () => resolve()))
  parser.on('bailout', (reason: string) => {
    print(`✗ stopped: ${reason}`)
    total.failed += 1
  })
  stream.pipe(parser)
  await complete
  return total
}
