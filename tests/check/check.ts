/** `npm run check`: all checks that do not run the product. Exit code 1 when any fails. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { checkBoundaries, projectRoot } from './boundaries.ts'
import { checkCommentOpenings } from './comment-openings.ts'
import { listRoutes, routeFaults } from './contract-list.ts'
import { checkDocsPaths } from './docs-paths.ts'
import { checkFileSizes } from './file-sizes.ts'
import { checkFormatLocales } from './format-locales.ts'
import { checkTexts } from './i18n.ts'
import { checkKeptMigrations } from './kept-migrations.ts'
import { readSources } from './key-uses.ts'
import { checkLiteralSpreads } from './literal-spreads.ts'
import { checkMaxLengths } from './max-lengths.ts'
import { checkRenderClock } from './render-clock.ts'
import { checkRepeatedExports } from './repeated-exports.ts'
import { checkRetiredWords } from './retired-words.ts'
import { checkRouteWork } from './route-work.ts'
import { checkStopwatches } from './stopwatches.ts'
import { checkTableOwnership, ownershipFaults } from './table-ownership.ts'
import { checkUnusedExports } from './unused-exports.ts'

interface Result {
  /** Summary of the checked things, in a few words. */
  seen: string
  faults: string[]
}

const linesShown = 60
/** Lower counts mean that a checker no longer finds its input. */
const minimum = { files: 200, keys: 50, routes: 10, tables: 20, paths: 20, clocks: 10, exports: 1_000, fields: 20 }

const tool = (file: string, args: string[]): Promise<Result> =>
  new Promise((resolve) => {
    execFile(
      join(projectRoot, file),
      args,
      { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '')
        resolve({ seen: error ? '' : (lines.find((line) => /^Checked/.test(line)) ?? ''), faults: error ? lines : [] })
      },
    )
  })

const enough = (what: string, seen: number, wanted: number) => (seen < wanted ? [`only ${seen} ${what} seen`] : [])

const checks: Record<string, () => Promise<Result>> = {
  'lint and format': () =>
    tool('node_modules/.bin/biome', ['check', '--error-on-warnings', '--max-diagnostics=40', '--colors=off', '.']),
  // One checker: several would each evaluate the same schema types, which costs more than parallelism saves.
  types: () => tool('node_modules/.bin/tsc', ['--noEmit', '--checkers', '1', '--pretty', 'false']),
  boundaries: async () => {
    const { files, breaches } = await checkBoundaries()
    const faults = breaches.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`)
    return { seen: `${files} files`, faults: [...faults, ...enough('files', files, minimum.files)] }
  },
  'table ownership': async () => {
    const { owners, foreign } = checkTableOwnership(projectRoot)
    return {
      seen: `${owners.size} tables`,
      faults: [...ownershipFaults(foreign), ...enough('tables', owners.size, minimum.tables)],
    }
  },
  migrations: async () => {
    const { commits, faults } = checkKeptMigrations(projectRoot)
    return { seen: `${commits} commits`, faults }
  },
  words: async () => {
    const { files, faults } = checkRetiredWords(projectRoot)
    return { seen: `${files} files`, faults: [...faults, ...enough('files', files, minimum.files)] }
  },
  'comment openings': async () => {
    const { files, faults } = checkCommentOpenings(projectRoot)
    return { seen: `${files} files`, faults: [...faults, ...enough('files', files, minimum.files)] }
  },
  'file sizes': async () => {
    const { files, seen, faults } = checkFileSizes(projectRoot)
    return { seen, faults: [...faults, ...enough('files', files, minimum.files)] }
  },
  stopwatches: async () => {
    const { files, faults } = checkStopwatches(projectRoot)
    return { seen: `${files} tests`, faults: [...faults, ...enough('tests', files, minimum.files)] }
  },
  'format locales': async () => {
    const { files, faults } = checkFormatLocales(projectRoot)
    return { seen: `${files} files`, faults: [...faults, ...enough('files', files, minimum.files)] }
  },
  clock: async () => {
    const { files, faults } = checkRenderClock(readSources(projectRoot))
    return {
      seen: `${files} files`,
      faults: [...faults, ...enough('files that read the clock', files, minimum.clocks)],
    }
  },
  exports: async () => {
    const { exports, faults } = checkUnusedExports(projectRoot)
    return { seen: `${exports} exports`, faults: [...faults, ...enough('exports', exports, minimum.exports)] }
  },
  'repeated exports': async () => {
    const { exports, faults } = checkRepeatedExports(projectRoot)
    return { seen: `${exports} names`, faults: [...faults, ...enough('exports', exports, minimum.exports)] }
  },
  'literal spreads': async () => {
    const { files, faults } = checkLiteralSpreads(readSources(projectRoot))
    return { seen: `${files} files`, faults: [...faults, ...enough('files', files, minimum.files)] }
  },
  'max lengths': async () => {
    const { files, faults } = checkMaxLengths(readSources(projectRoot))
    return { seen: `${files} files`, faults: [...faults, ...enough('files with limits', files, minimum.fields)] }
  },
  'route work': async () => {
    const { files, faults } = checkRouteWork(projectRoot)
    return { seen: `${files} files`, faults: [...faults, ...enough('files of routes', files, minimum.routes)] }
  },
  documents: async () => {
    const { paths, faults } = checkDocsPaths(projectRoot)
    return { seen: `${paths} paths`, faults: [...faults, ...enough('paths', paths, minimum.paths)] }
  },
  texts: async () => {
    const { keys, faults } = checkTexts(projectRoot)
    return { seen: `${keys} keys`, faults: [...faults, ...enough('keys', keys, minimum.keys)] }
  },
  contract: async () => {
    const routes = await listRoutes(projectRoot)
    return {
      seen: `${routes.length} routes`,
      faults: [...routeFaults(routes), ...enough('routes', routes.length, minimum.routes)],
    }
  },
}

const report = async ([name, check]: [string, () => Promise<Result>]): Promise<boolean> => {
  const start = performance.now()
  const { seen, faults } = await check().catch((error: unknown) => ({ seen: '', faults: [String(error)] }))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${faults.length ? '✗' : '✓'} ${name} (${[seen, `${seconds} s`].filter(Boolean).join(', ')})`)
  for (const fault of faults.slice(0, linesShown)) console.log(`    ${fault}`)
  if (faults.length > linesShown) console.log(`    … and ${faults.length - linesShown} more lines`)
  return faults.length === 0
}

const wanted = process.argv.slice(2)
const chosen = Object.entries(checks).filter(([name]) => wanted.length === 0 || wanted.includes(name))
const results = await Promise.all(chosen.map(report))
process.exitCode = results.every(Boolean) ? 0 : 1
