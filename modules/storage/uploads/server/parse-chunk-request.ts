import { randomUUID } from 'node:crypto'
import { compileCheck, type Tx } from '../../../platform/index.ts'
import type { ItemRow } from '../../tree/index.ts'
import { cleanName, storageErrors } from '../../tree/index.ts'
import { ChunkFields, type ConflictChoice } from '../contract.ts'

/** One chunk as asked for: names are clean, everything else is still to be checked against the account and the disk. */
export interface ChunkRequest {
  name: string
  /** As sent, for the blacklist only. */
  extension: string | null
  /** Folders to make below the parent. */
  folders: string[]
  parentId: string | null
  last: boolean
  uploadId: string | null
  offset: number | null
  total: number | null
  sha256: Buffer | null
  modifiedAt: Date | null
  /** Null: both are kept. */
  onConflict: Exclude<ConflictChoice, 'keep'> | null
  /** Where a caller without an account calls from (`networkOf`); missing: unknown. */
  network?: string | null
  /** Bytes of this file at most, where the caller's way in allows less than the setting. */
  most?: number | null
  /**
   * Finds or makes the folder the file goes to, in the transaction that makes the file, so that a refused file leaves no
   * folder. `names` below `parentId`; without it storage makes them by their names.
   */
  ensurePath?: (tx: Tx, parentId: string | null, names: readonly string[]) => Promise<string | null>
  /** The whole file in one call, under an id its sender does not know: nothing of it stays when the call fails. */
  single?: true
  /** More to write in the transaction that makes the file; what it throws unmakes it. */
  alongside?: (tx: Tx, row: ItemRow) => Promise<void>
}

const check = compileCheck(ChunkFields, 'query')
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const nowhere = new Set(['', 'null', 'undefined', 'all'])
const latest = Date.UTC(9999, 0)

const parentOf = (given: string | undefined): string | null => {
  if (given === undefined || nowhere.has(given)) return null
  if (!uuid.test(given)) throw storageErrors.fail('parent-not-found')
  return given.toLowerCase()
}

/** `/A/B/name.ext` → [A, B]; the last segment is the file itself. */
export const foldersOf = (path: string | undefined): string[] =>
  (path ?? '')
    .split('/')
    .slice(0, -1)
    .filter((segment) => segment !== '')
    .map((segment) => cleanName(segment, 'path'))

const timeOf = (given: string | undefined): Date | null => {
  const time = given ? Date.parse(given) : Number.NaN
  return time >= 0 && time < latest ? new Date(time) : null
}

/** Fields as text → a request. 422 with a reason per field; 404 for a parent that cannot exist. */
export const readFields = (given: unknown): ChunkRequest => {
  const fields = check(given) as ChunkFields
  const name = cleanName(fields.name)
  if (name === '.DS_Store') throw storageErrors.fail('skipped-file')
  return {
    name,
    extension: fields.extension ?? null,
    folders: foldersOf(fields.path),
    parentId: parentOf(fields.parent_id),
    last: fields.is_last_chunk === 'true' || fields.is_last_chunk === '1',
    uploadId: fields.upload_id?.toLowerCase() ?? null,
    offset: fields.offset ?? null,
    total: fields.total_size ?? null,
    sha256: fields.sha256 ? Buffer.from(fields.sha256, 'hex') : null,
    modifiedAt: timeOf(fields.mtime),
    onConflict: fields.on_conflict === 'replace' || fields.on_conflict === 'skip' ? fields.on_conflict : null,
  }
}

/** A whole file in one call (API.md D44): its `name` is that of its form part unless a field says another. */
export const readSingle = (given: Record<string, unknown>, partName: string | null): ChunkRequest => ({
  ...readFields({
    ...(partName === null ? {} : { name: partName }),
    ...given,
    upload_id: randomUUID(),
    offset: '0',
    is_last_chunk: 'true',
  }),
  single: true,
})

/** A file in one piece of unknown length, as a form brings it. 422 for a bad name. */
export const wholeFile = (name: string, parentId: string | undefined): ChunkRequest =>
  readSingle(parentId ? { parent_id: parentId } : {}, name)
