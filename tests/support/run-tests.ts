/**
 * The whole test run under Node 24 (`npm test` has installed and built before): one PostgreSQL for all files, tap over
 * them, and one last line `N passed, N failed`. Arguments are the files (or folders) to run; none = all.
 */
import { spawn } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { databasesFolder } from './folders.ts'
import { readTap, type TapReport } from './tap-report.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const isTest = (file: string) =>
  /\.test\.ts$/.test(file) &&
  !/(^|\/)(node_modules|fixtures)\//.test(file) &&
  /^(modules|renderer|server|tests)\//.test(file)

const filesOf = (given: string): string[] => {
  const path = relative(root, resolve(given))
  const found = statSync(given, { throwIfNoEntry: false })
  if (!found) throw new Error(`no such test: ${given}`)
  return found.isFile() ? [path] : globSync(`${path}/**/*.test.ts`, { cwd: root })
}

const chosen = (given: string[]): string[] => {
  const files = (given.length > 0 ? given : ['modules', 'renderer', 'server', 'tests']).flatMap(filesOf).filter(isTest)
  return [...new Set(files)]
}

const runTap = async (files: string[]) => {
  const child = spawn(process.execPath, [join(root, 'tests', 'support', 'spawn-files.ts'), ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Interrupted: tap ends, and the database is still stopped in order.
  process.on('SIGINT', () => child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const report = await readTap(child.stdout)
  return { ...report, code: await ended }
}

/**
 * Files with a second try: those that drive a browser or kill processes, and only when they are few. Everything else
 * fails at once. See docs/decisions/0024-second-try.md.
 */
const mayBeChance = ({ failed, failedFiles }: TapReport) =>
  failed > 0 &&
  failedFiles.length <= 3 &&
  failedFiles.every(({ name }) => /^tests\/(e2e|crash)\//.test(name)) &&
  failed === failedFiles.reduce((sum, file) => sum + file.failed, 0)

/** The same run with the failed files once more, alone: what passes now is called unsteady, never silent. */
const secondTry = async (first: TapReport) => {
  const names = first.failedFiles.map(({ name }) => name)
  console.log(`once more: ${names.join(', ')}`)
  const second = await runTap(names)
  if (second.failed === 0 && second.code === 0) for (const name of names) console.log(`unsteady: ${name}`)
  const before = first.failedFiles.reduce((sum, file) => sum + file.passed, 0)
  return { ...second, passed: first.passed - before + second.passed }
}

const folder = mkdtempSync(join(databasesFolder(), 'coffer-run-'))
process.env.TEST_POSTGRES_DIR = join(folder, 'postgres')
mkdirSync(process.env.TEST_POSTGRES_DIR)
const { startTestPostgres } = await import('./postgres.ts')
const postgres = await startTestPostgres()
try {
  process.chdir(root)
  const files = chosen(process.argv.slice(2))
  const first = await runTap(files)
  const { passed, failed, code } = mayBeChance(first) ? await secondTry(first) : first
  // tap says that something failed and no test point tells what: still a failure.
  const total = failed === 0 && (code !== 0 || passed === 0) ? 1 : failed
  process.exitCode = total === 0 ? 0 : 1
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  console.log(`${passed} passed, ${total} failed`)
} catch (error) {
  await postgres.stop()
  throw error
}
