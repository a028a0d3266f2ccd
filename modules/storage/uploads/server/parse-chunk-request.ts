import { randomUUID } from 'node:crypto'
import { compileCheck, type Tx } from '../../../platform/index.ts'
import { isUuid } from '../../../shared/contract.ts'
import type { ItemRow } from '../../tree/index.ts'
import { cleanName, fileTimeOf, storageErrors } from '../../tree/index.ts'
import { ChunkFields, type ConflictChoice } from '../contract.ts'

/** A parsed chunk request. Names are valid; nothing is checked against the account and the disk yet. */
export interface ChunkRequest {
  name: string
  /** As sent; used for the blacklist only. */
  extension: string | null
  /** Names of folders to create below the parent. */
  folders: string[]
  parentId: string | null
  last: boolean
  uploadId: string | null
  offset: number | null
  total: number | null
  sha256: Buffer | null
  modifiedAt: Date | null
  /** Null: both files are kept. */
  onConflict: Exclude<ConflictChoice, 'keep'> | null
  /** Network of an anonymous visitor (`networkOf`); missing: unknown. */
  network?: string | null
  /** Maximum bytes of this file, where the caller's grant allows less than the setting. */
  maxBytes?: number | null
  /** Called before this chunk begins an upload, not for a later or a repeated one. An error rejects the upload. */
  beforeBegin?: () => Promise<void>
  /**
   * Finds or creates the target folder in the transaction that creates the file, so that a rejected file leaves no
   * folder. `names` are below `parentId`. Missing: storage finds or creates folders by their names.
   */
  ensurePath?: (tx: Tx, parentId: string | null, names: readonly string[]) => Promise<string | null>
  /** The whole file in one call, under an id that its sender does not know: a failed call leaves nothing. */
  single?: true
  /** Programs that write a file in two steps create it empty. Missing: 422 `empty-file`. */
  mayBeEmpty?: true
  /**
   * Called with `onConflict` in the transaction that stores the file, with the file that it replaces; null where the name
   * is free. An error rejects the upload.
   */
  checkReplaced?: (tx: Tx, existing: { id: string } | null, size: number) => Promise<void>
  /**
   * Writes more in the transaction that creates the file. An error rolls the file back. `isStored`: false for a file that
   * was skipped, as `row` existed.
   */
  inTransaction?: (tx: Tx, row: ItemRow, isStored: boolean) => Promise<void>
}

/** Whether the sender says where its chunk belongs. Else size and CRC-32 tell whether it repeats the one before it. */
export const hasChunkPosition = ({ uploadId, offset }: Pick<ChunkRequest, 'uploadId' | 'offset'>): boolean =>
  uploadId !== null && offset !== null

const check = compileCheck(ChunkFields, 'query')
/** Values of `parent_id` that mean the root. */
const rootAliases = new Set(['', 'null', 'undefined', 'all'])

const parentOf = (parentId: string | undefined): string | null => {
  if (parentId === undefined || rootAliases.has(parentId)) return null
  if (!isUuid(parentId)) throw storageErrors.fail('parent-not-found')
  return parentId.toLowerCase()
}

/** `/A/B/name.ext` → [A, B]; the last segment is the file itself. */
const foldersOf = (path: string | undefined): string[] =>
  (path ?? '')
    .split('/')
    .slice(0, -1)
    .filter((segment) => segment !== '')
    .map((segment) => cleanName(segment, 'path'))

const timeOf = (mtime: string | undefined): Date | null => fileTimeOf(mtime ? Date.parse(mtime) : Number.NaN)

interface ParseOptions {
  /** A program that mirrors a folder fails where a file of it is rejected. */
  takesSkipped?: boolean
}

/** Parses text fields into a request. 422 with a reason per field; 404 for a parent id that cannot exist. */
export const parseChunkRequest = (given: unknown, { takesSkipped = false }: ParseOptions = {}): ChunkRequest => {
  const fields = check(given) as ChunkFields
  const name = cleanName(fields.name)
  if (name === '.DS_Store' && !takesSkipped) throw storageErrors.fail('skipped-file')
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

/** A whole file in one call (D44), named as its form part, unless a field names it. */
export const parseSingleUpload = (
  formFields: Record<string, unknown>,
  partName: string | null,
  options?: ParseOptions,
): ChunkRequest => {
  const whole = { upload_id: randomUUID(), offset: '0', is_last_chunk: 'true' }
  const fields = { ...(partName === null ? {} : { name: partName }), ...formFields, ...whole }
  return { ...parseChunkRequest(fields, options), single: true }
}

/** A whole file of unknown size from an HTML form. 422 for an invalid name. */
export const wholeFileRequest = (name: string, parentId: string | undefined): ChunkRequest =>
  parseSingleUpload(parentId ? { parent_id: parentId } : {}, name)
