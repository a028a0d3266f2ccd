import type { Sql } from '../../../platform/index.ts'
import { extensionOf, maxNameBytes } from '../../contract.ts'

/** `photo.jpg`, 2 → `photo (2).jpg`, cut to 255 bytes before the number. Folders have no extension. */
export const numbered = (name: string, n: number, isFolder = false): string => {
  const extension = isFolder ? null : extensionOf(name)
  const ending = `${` (${n})`}${extension ? name.slice(name.length - extension.length - 1) : ''}`
  let stem = extension ? name.slice(0, name.length - extension.length - 1) : name
  while (Buffer.byteLength(stem) + Buffer.byteLength(ending) > maxNameBytes) stem = [...stem].slice(0, -1).join('')
  return stem + ending
}

const attempts = 1_000

/** The first of `name (1)`, `name (2)` … that no live item of the folder has. */
export const nextFreeName = async (sql: Sql, owner: string, parent: string | null, name: string): Promise<string> => {
  for (let from = 1; from < attempts; from += 50) {
    const wanted = Array.from({ length: 50 }, (_none, at) => numbered(name, from + at))
    const rows = await sql.query<{ name: string }>(
      `select name from items where owner_id = $1 and parent_id is not distinct from $2 and trashed_at is null
       and name = any($3::text[] collate natural_name)`,
      [owner, parent, wanted],
    )
    const taken = new Set(rows.map((row) => row.name))
    const free = wanted.find((candidate) => !taken.has(candidate))
    if (free) return free
  }
  return numbered(name, Date.now())
}
