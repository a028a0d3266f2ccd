import { createHash } from 'node:crypto'
import { compileRowReader } from '../../../platform/index.ts'
import { nullable, number, object, optional, type Static, string, timestamp, uuid } from '../../../shared/contract.ts'
import { checkName, ItemEmoji, maxArchiveEntries, RenameItem } from '../../tree/contract.ts'
import { fileTimeOf } from '../../tree/index.ts'
import { DamagedEntryError } from './entry-content.ts'
import type { ExportLists } from './export-lists.ts'
import type { ExportedDetails } from './imported-items.ts'

const ItemRow = object({
  id: uuid(),
  path: string({ maxLength: 65_535 }),
  name: string({ maxLength: 1_024 }),
  modified_at: optional(timestamp()),
  color: optional(nullable(string({ maxLength: 32 }))),
  emoji: optional(nullable(ItemEmoji)),
  size: optional(number()),
  // Not used. A row without other fields is checked without being rewritten.
  created_at: optional(string()),
  deleted_at: optional(nullable(string())),
  sha256: optional(nullable(string())),
})
const readItem = compileRowReader(ItemRow)
const readLook = compileRowReader(RenameItem)

/** Paths of an account may be long and many: their hashes need the same memory for all. */
const keyOf = (path: string): string => createHash('sha1').update(path.normalize('NFC')).digest('base64url')

const nameOf = (name: string, path: string): string | null => {
  const checked = checkName(name)
  if ('problem' in checked) return ''
  return checked.name === path.replace(/\/$/, '').split('/').at(-1)?.normalize('NFC') ? null : checked.name
}

const detailsOf = ({ id, path, name, modified_at, color, emoji }: Static<typeof ItemRow>): ExportedDetails => {
  const look = { ...(color && { color }), ...(emoji && { emoji }) }
  return {
    id: id.toLowerCase(),
    name: nameOf(name, path),
    modifiedAt: fileTimeOf(Date.parse(modified_at ?? ''))?.getTime() ?? null,
    look: color || emoji ? readLook(look) : null,
  }
}

/** Characters of details that an index keeps, beside what each item needs: an archive of 300 kB can claim 256 MiB of them. */
const maxKeptLength = 16 << 20

const keptLengthOf = ({ name, look }: ExportedDetails): number =>
  (name?.length ?? 0) + (look ? JSON.stringify(look).length : 0)

interface Missing {
  path: string
  note: string
}
const missingOf = (whole: unknown): { files: Missing[]; isCut: boolean } => {
  const { files, count } = (whole ?? {}) as { files?: unknown; count?: unknown }
  if (!Array.isArray(files)) return { files: [], isCut: false }
  const valid = files.filter(
    (each): each is Missing =>
      typeof each?.path === 'string' && typeof each.note === 'string' && each.note !== each.path,
  )
  return { files: valid, isCut: typeof count === 'number' && count > files.length }
}

const noteEnd = '.MISSING.txt'

/** Items of an export by their paths in it. */
export class ExportIndex {
  private readonly items = new Map<string, ExportedDetails>()
  /** Notes that stand for content which the export does not have, and the paths of that content. */
  private readonly notes = new Map<string, string>()
  private readonly incomplete = new Set<string>()
  /** Sizes by path where the export lists only the first of its missing files, in bytes. */
  private sizes: Map<string, number> | null = null

  /** Rejects with `DamagedEntryError` where the list is damaged, longer than an archive may be, or made to fill the memory. */
  static async read(lists: Pick<ExportLists, 'whole' | 'rows'>): Promise<ExportIndex> {
    const index = new ExportIndex()
    const { files, isCut } = missingOf(await lists.whole('missing.json'))
    if (isCut) index.sizes = new Map()
    for (const { path, note } of files) {
      index.notes.set(keyOf(note), path)
      index.incomplete.add(keyOf(path))
    }
    let kept = 0
    for await (const row of lists.rows('items.json', maxArchiveEntries)) {
      const item = readItem(row)
      if (!item?.path.startsWith('files/')) continue
      const details = detailsOf(item)
      kept += keptLengthOf(details)
      if (kept > maxKeptLength) throw new DamagedEntryError()
      const key = keyOf(item.path)
      index.items.set(key, details)
      if (item.size !== undefined) index.sizes?.set(key, item.size)
    }
    return index
  }

  of(path: string): ExportedDetails | null {
    return this.items.get(keyOf(path)) ?? null
  }

  /** The path whose content is missing, where this is the note about it. */
  missingPathOf(path: string): string | null {
    const listed = this.notes.get(keyOf(path))
    if (listed !== undefined) return listed
    const isUnlisted = this.sizes !== null && path.endsWith(noteEnd) && !this.items.has(keyOf(path))
    return isUnlisted ? path.slice(0, -noteEnd.length) : null
  }

  /** Whether the entry may be the readable beginning of a file that the list of missing ones does not name any more. */
  isShortened(path: string, bytes: number): boolean {
    return bytes < (this.sizes?.get(keyOf(path)) ?? 0)
  }

  /** Whether the entry is the readable beginning of a file, of which a note says so. */
  isIncomplete(path: string): boolean {
    return this.incomplete.has(keyOf(path))
  }
}
