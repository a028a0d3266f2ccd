/** A table is read and written by the module whose entities define it; other modules call its query functions. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface TableUse {
  /** Module that names the table, or `server`. */
  module: string
  table: string
  owner: string
  file: string
}

interface TableOwnership {
  /** Table → owning module. */
  owners: Map<string, string>
  /** Number of files. Few or none means that the checker does not find its input. */
  files: number
  foreign: TableUse[]
}

const sources = ['modules/*/server/**/*.ts', 'modules/*/*/server/**/*.ts', 'server/**/*.ts']
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
const moduleOf = (file: string) => /^modules\/([^/]+)\//.exec(file)?.[1] ?? 'server'
const escaped = (name: string) => name.replace(/\W/g, '\\$&')

/** Where SQL and the query builder name a table: `from items`, `, items i`, `.innerJoin('items`. */
const namesIn = (tables: readonly string[]): RegExp => {
  const table = `(${tables.map(escaped).join('|')})`
  const inSql = `\\b(?:from|join|update|using|table|only|references)\\s+"?${table}\\b(?!\\s*\\()`
  const inInsert = `\\binto\\s+"?${table}\\b`
  const inList = `,\\s*${table}\\s+(?:as\\s+)?[a-z]\\w?\\s+(?:where|join|on|left|cross|,)`
  const inBuilder = `\\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|\\w*Join)\\(\\s*['"\`]${table}\\b`
  return new RegExp([inSql, inInsert, inList, inBuilder].join('|'), 'g')
}

/** Reads entities and sources of the tree at `tree`. */
export const checkTableOwnership = (tree: string): TableOwnership => {
  const files = globSync(sources, { cwd: tree }).filter((file) => !/\.test\.ts$|\/tests\//.test(file))
  const code = new Map(
    [...new Set(files)].map((file) => [file, withoutComments(readFileSync(join(tree, file), 'utf8'))]),
  )
  const owners = new Map<string, string>()
  for (const [file, text] of code)
    for (const [, table] of text.matchAll(/\btableName: '(\w+)'/g)) owners.set(table as string, moduleOf(file))
  const foreign: TableUse[] = []
  if (owners.size === 0) return { owners, files: code.size, foreign }
  const names = namesIn([...owners.keys()])
  for (const [file, text] of code)
    for (const match of text.matchAll(names)) {
      const table = match.slice(1).find(Boolean) as string
      const owner = owners.get(table) as string
      if (owner !== moduleOf(file)) foreign.push({ module: moduleOf(file), table, owner, file })
    }
  return { owners, files: code.size, foreign }
}

/** One line for each use of a foreign table. */
export const ownershipFaults = (foreign: readonly TableUse[]): string[] =>
  foreign.map(({ file, table, owner }) => `${file} names the table ${table}, which ${owner} owns`)
