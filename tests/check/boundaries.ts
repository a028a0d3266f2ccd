import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))
const config = join(projectRoot, '.dependency-cruiser.cjs')
const folders = ['modules', 'server', 'pages', 'renderer', 'migrations']

interface Breach {
  rule: string
  from: string
  to: string
}

interface Boundaries {
  /** Number of source files. Few or none means that the checker does not find its input. */
  files: number
  breaches: Breach[]
}

/** Names of all rules that can be broken. */
export const ruleNames = async (): Promise<string[]> => {
  const { ruleSet } = await extractOptions(config)
  return [...(ruleSet?.forbidden ?? []).map(({ name }) => name ?? ''), 'fetch-in-egress', 'one-guard']
}

/** The global `fetch` needs no import, so the import graph cannot show it. */
const fetches = (tree: string): Breach[] =>
  globSync(['modules/*/server/**/*.ts', 'server/**/*.ts'], { cwd: tree })
    .filter((file) => !/^modules\/platform\/server\/egress\/|\.test\.ts$/.test(file))
    .filter((file) => {
      const code = readFileSync(join(tree, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      return /(?<![\w.$])(globalThis\.)?fetch\(/.test(code)
    })
    .map((from) => ({ rule: 'fetch-in-egress', from, to: 'fetch' }))

/** In Vike a second guard replaces the first, which makes its pages public. */
const guards = (tree: string): Breach[] =>
  globSync(['modules/**/+guard.*', 'pages/**/+guard.*'], { cwd: tree })
    .filter((file) => file !== join('pages', '+guard.ts'))
    .map((from) => ({ rule: 'one-guard', from, to: 'pages/+guard.ts' }))

/** Checks the import graph of `tree` against the rules of `.dependency-cruiser.cjs`. */
export const checkBoundaries = async (tree = projectRoot): Promise<Boundaries> => {
  const options = await extractOptions(config)
  const present = folders.filter((folder) => existsSync(join(tree, folder)))
  const { output } = await cruise(present, { ...options, baseDir: tree, validate: true, outputType: 'json' })
  const result = (typeof output === 'string' ? JSON.parse(output) : output) as ICruiseResult
  const inTree = result.modules.filter(({ source }) => folders.some((folder) => source.startsWith(`${folder}/`)))
  const breaches = result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
  return { files: inTree.length, breaches: [...breaches, ...fetches(tree), ...guards(tree)] }
}
