/**
 * The test run under Node 24 (`npm test` has installed and built before): one PostgreSQL for all files, tap over them,
 * and one last line `N passed, N failed`. Arguments: files or folders (none = all), and `--part=unit` (api, browser,
 * crash) for those of a part. `--s3`: on an object store, Ceph or with TEST_STORE=swift OpenStack Swift. TEST_RETRY=0: no
 * retries. TEST_TIMES=1: a table of the processor time of each file. TEST_SECONDS: how long the run may take (decision 0043).
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { databasesFolder } from './folders.ts'
import { processorTable } from './processor-table.ts'
import { watchProcessor } from './processor-times.ts'
import { readTap, type TapCount, type TapReport } from './tap-report.ts'
import { findTestFiles, type Part, partOf, parts, root, tooSlow } from './test-files.ts'

interface TestFile {
  path: string
  part: Part
}

/** An interrupt or the time limit of the whole run ended it; the files that had not run count as one failure. */
let isStopped = false

const sum = <Item>(items: Item[], of: (item: Item) => number): number => items.reduce((all, item) => all + of(item), 0)

/** Runs files under tap, at most `jobs` at once, and beside them those of `oneAtATime`. */
const runTap = async (files: string[], jobs: number, oneAtATime: string[] = []) => {
  const child = spawn(
    process.execPath,
    [join(root, 'tests', 'support', 'spawn-files.ts'), ...oneAtATime, '--', ...files],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      // tap's own coverage is never read, and takes a seventh of the processor time of a test process.
      env: { ...process.env, TEST_JOBS: String(jobs), _TAPJS_PROCESSINFO_COVERAGE_: '0' },
    },
  )
  // On an interrupt tap ends, and the database is still stopped properly.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isStopped = true
      child.kill(signal)
    })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const endTimes = process.env.TEST_TIMES ? watchProcessor(child.pid as number) : undefined
  const report = await readTap(child.stdout)
  const code = await ended
  if (endTimes) console.log(processorTable(endTimes()))
  return { ...report, code }
}

/**
 * Runs crash tests one after the other, as they disturb each other, and in parallel all other files, one more than there
 * are processors: all of them wait for processes, disks and browsers a quarter of the time.
 */
const runAll = (files: TestFile[]) => {
  const pathsOf = (isWanted: (file: TestFile) => boolean) => files.filter(isWanted).map(({ path }) => path)
  const crash = pathsOf(({ part }) => part === 'crash')
  return runTap(
    pathsOf(({ part }) => part !== 'crash'),
    availableParallelism() + 1,
    crash,
  )
}

/** Files that failed are retried when they are few: three, or one in a hundred. See docs/decisions/0024-test-retry.md. */
const mayRetry = ({ failed, failedFiles }: TapReport, files: number) =>
  process.env.TEST_RETRY !== '0' &&
  !isStopped &&
  failed > 0 &&
  failedFiles.length <= Math.max(3, files / 100) &&
  // A failure of a group outside its files has a name that is no file.
  failedFiles.every(({ name }) => /^[^ ]+\.test\.ts$/.test(name)) &&
  failed === sum(failedFiles, (file) => file.failed)

/** Repeats failures at the end of the output, of which alone a record may be kept. */
const printFailures = (heading: string, { failedFiles }: TapReport) => {
  for (const { name, failures } of failedFiles) console.log([`${heading}: ${name}`, ...failures].join('\n'))
}

/** Runs the failed files again, alone; prints those that pass now as unsteady, with their first failure. */
const retry = async (first: TapReport) => {
  const names = first.failedFiles.map(({ name }) => name)
  console.log(`retry: ${names.join(', ')}`)
  const second = await runTap(names, 1)
  if (second.failed === 0 && second.code === 0) printFailures('unsteady', first)
  const before = sum(first.failedFiles, ({ passed }) => passed)
  return { ...second, skipped: first.skipped, passed: first.passed - before + second.passed }
}

const run = async (files: TestFile[]): Promise<TapCount> => {
  const first = await runAll(files)
  const last = mayRetry(first, files.length) ? await retry(first) : first
  const { passed, failed, skipped, code } = last
  printFailures('failed', last)
  if (skipped.length > 0) console.log(`${skipped.length} skipped`)
  if (isStopped) console.log('stopped before all files had run')
  const left = skipped.filter((line) => line.endsWith(tooSlow)).length
  if (left > 0) console.log(`${left} of ${files.length} files not run`)
  // A failed exit code without a failed assertion is a failure too, and a run of less than half of the files proves nothing.
  const isNone = isStopped || code !== 0 || passed + skipped.length === 0 || left > files.length / 2
  return { passed, failed: failed === 0 && isNone ? 1 : failed }
}

/** Runs with the PostgreSQL that the test files share. */
const withPostgres = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const folder = mkdtempSync(join(databasesFolder(), 'coffer-run-'))
  process.env.TEST_POSTGRES_DIR = join(folder, 'postgres')
  mkdirSync(process.env.TEST_POSTGRES_DIR)
  const { startTestPostgres } = await import('./postgres.ts')
  const postgres = await startTestPostgres()
  try {
    return await work()
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Tests that `--s3` runs when no file is named: those of whatever stores or reads the content of files. */
const s3Files = [
  'modules/storage',
  'modules/sharing/server',
  'modules/platform/server/blobs',
  'server/backup.test.ts',
  'server/backup-bucket.test.ts',
  'server/backup-schedule.test.ts',
  'server/cli',
  'tests/crash',
]

/** Runs with an object store that all servers under test use, each with a bucket of its own. */
const withObjectStore = async (work: () => Promise<TapCount>): Promise<TapCount> => {
  const { objectStoreMissing, startObjectStore } = await import('./object-store.ts')
  const missing = objectStoreMissing()
  if (missing) {
    console.log(`skipped, ${files.length} files: ${missing}`)
    return { passed: 0, failed: 0 }
  }
  const store = await startObjectStore()
  process.env.TEST_S3_URL = store.url
  return work().finally(() => store.stop())
}

const { values, positionals } = parseArgs({
  options: { part: { type: 'string', multiple: true }, s3: { type: 'boolean' } },
  allowPositionals: true,
})
for (const part of values.part ?? []) if (!parts.includes(part as Part)) throw new Error(`no such part: ${part}`)
process.chdir(root)
const files = findTestFiles(values.s3 && positionals.length === 0 ? s3Files : positionals)
  .map((path) => ({ path, part: partOf(path) }))
  .filter(({ part }) => values.part?.includes(part) ?? true)
  .sort((a, b) => parts.indexOf(a.part) - parts.indexOf(b.part))
const work = () => run(files)
const all = () => (files.every(({ part }) => part === 'unit') ? work() : withPostgres(work))
const { passed, failed } = await (values.s3 ? withObjectStore(all) : all())
process.exitCode = failed === 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed`)
