import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Parts of the suite in the order they run: browser tests, the slowest, first; unit tests, a minute in all, before API tests, so
 * that a slow machine leaves none of them out.
 */
export const parts = ['crash', 'browser', 'unit', 'api'] as const
export type Part = (typeof parts)[number]

/** Why a file was skipped for which the time of the run did not suffice. */
export const tooSlow = 'not run, because this machine is too slow'

const folders = ['modules', 'renderer', 'server', 'tests']
const isTest = (file: string) => /\.test\.ts$/.test(file) && !/(^|\/)(node_modules|fixtures)\//.test(file)

const filesBelow = (path: string): string[] => {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) throw new Error(`no such test: ${path}`)
  return found.isFile() ? [path] : globSync(`${path}/**/*.test.ts`, { cwd: root })
}

/** Test files (paths from the root) among the given files and folders; all when none is given. */
export const findTestFiles = (given: string[] = []): string[] => {
  const paths = given.length > 0 ? given.map((path) => relative(root, resolve(path))) : folders
  return [...new Set(paths.flatMap(filesBelow))].filter(isTest)
}

const importsOf = new Map<string, string[]>()

/** The files of the repository that a file imports, without those it takes only types from. */
const readImports = (file: string): string[] => {
  const known = importsOf.get(file)
  if (known) return known
  const code = readFileSync(join(root, file), 'utf8').replaceAll(/^import type [^']*/gm, '')
  const imports = [...code.matchAll(/(?:from |import\()'(\.[^']+\.ts)'/g)]
    .map(([, path]) => normalize(join(dirname(file), path as string)))
    .filter((path) => statSync(join(root, path), { throwIfNoEntry: false }))
  importsOf.set(file, imports)
  return imports
}

const allImports = (file: string): Set<string> => {
  const found = new Set([file])
  for (const path of found) for (const imported of readImports(path)) found.add(imported)
  return found
}

/** The part of a file follows from the things that it starts, so that no list is needed. */
export const partOf = (file: string): Part => {
  if (file.startsWith('tests/crash/')) return 'crash'
  const imported = allImports(file)
  if (imported.has('tests/support/browser.ts') || imported.has('tests/kit/browser.ts')) return 'browser'
  return imported.has('tests/support/postgres.ts') ? 'api' : 'unit'
}

/**
 * How many files of a part share a process: loading the product takes 2 s of the processor, Chromium another. Crash tests
 * kill and measure processes.
 */
const groupSizes: Record<Part, number> = { crash: 1, browser: 8, api: 20, unit: 44 }

/** Files that measure or change their own process. */
const alone = /process\.memoryUsage|process\.env\.\w+ = |monitorEventLoopDelay|\/proc\/self/

/** Smallest group of a part: the last groups are small, so that no processor waits for one that began late. */
const minGroupSizes: Record<Part, number> = { crash: 1, browser: 8, api: 3, unit: 10 }

/**
 * Takes neighbours apart, into groups of `size`: files of one folder may all wait for minutes, and a group of nothing else
 * would run alone at the end.
 */
const spreadOut = <Item>(items: Item[], size: number): Item[] => {
  const step = Math.ceil(items.length / size)
  return Array.from({ length: step }, (_, first) => items.filter((_item, at) => at % step === first)).flat()
}

/** The files in groups that can share a process, part by part. `jobs`: how many groups run at once. */
export const groupsOf = (files: string[], jobs: number): string[][] => {
  const groups: string[][] = []
  for (const [part, all] of Map.groupBy(files, partOf)) {
    const shared = all.filter((file) => !alone.test(readFileSync(join(root, file), 'utf8')))
    for (const file of all) if (!shared.includes(file)) groups.push([file])
    const spread = spreadOut(shared, groupSizes[part])
    while (spread.length > 0) {
      const share = Math.ceil(spread.length / (2 * jobs))
      groups.push(spread.splice(0, Math.min(groupSizes[part], Math.max(minGroupSizes[part], share))))
    }
  }
  return groups
}
