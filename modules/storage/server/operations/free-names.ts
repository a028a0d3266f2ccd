import type { Sql } from '../../../platform/index.ts'
import { numbered } from '../uploads/free-name.ts'

export interface Named {
  name: string
  is_folder: boolean
}

/** Numbers tried per look at the folder. */
const atOnce = 4
const most = 2_000

const takenIn = async (sql: Sql, owner: string, parent: string | null, names: string[]): Promise<Set<string>> => {
  const where = parent === null ? 'owner_id = $1 and parent_id is null' : 'parent_id = $1'
  const rows = await sql.query<{ name: string }>(
    `select name from items where ${where} and is_folder = any('{f,t}') and trashed_at is null
     and name = any($2::text[] collate natural_name)`,
    [parent ?? owner, names],
  )
  return new Set(rows.map(({ name }) => name))
}

/** A name for each, in order, that no live item of the folder has: its own, else `name (1)`, `name (2)` … */
export const freeNames = async (
  sql: Sql,
  owner: string,
  parent: string | null,
  wanted: readonly Named[],
): Promise<string[]> => {
  const given = new Set<string>()
  const names: string[] = []
  const taken = await takenIn(
    sql,
    owner,
    parent,
    wanted.map(({ name }) => name),
  )
  let open: number[] = []
  for (const [at, { name }] of wanted.entries()) {
    if (taken.has(name) || given.has(name)) open.push(at)
    else given.add(name)
    names.push(name)
  }
  for (let n = 1; open.length > 0 && n < most; n += atOnce) {
    const tries = new Map(
      open.map((at) => {
        const { name, is_folder } = wanted[at] as Named
        return [at, Array.from({ length: atOnce }, (_none, more) => numbered(name, n + more, is_folder))]
      }),
    )
    const gone = await takenIn(sql, owner, parent, [...tries.values()].flat())
    open = open.filter((at) => {
      const free = tries.get(at)?.find((name) => !gone.has(name) && !given.has(name))
      if (free === undefined) return true
      given.add(free)
      names[at] = free
      return false
    })
  }
  for (const at of open) names[at] = numbered((wanted[at] as Named).name, Date.now() + at, wanted[at]?.is_folder)
  return names
}
