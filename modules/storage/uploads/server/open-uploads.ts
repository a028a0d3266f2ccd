import type { Db } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { extractionPrincipal } from './extracted-files.ts'
import { sessionTtl, type UploadSessionRow } from './sessions.ts'
import type { Uploads } from './uploads.ts'

/** Names of share links or file requests by id, as shown to their owner. */
type SourceLabels = (ownerId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
type SourceKind = 'share' | 'request'

export interface OpenUploadRow {
  id: string
  name: string
  received_bytes: number
  total_size: number | null
  reserved_bytes: number
  created_at: Date
  updated_at: Date
  source: { kind: 'account' | SourceKind; label: string | null }
}

/** More than can be open at once: 300 of visitors, 100 of the owner. */
const maxListed = 500

/** SQL condition: files of archives end with their extraction, which would fail for one that is missing. */
const isEndableSql = `not starts_with(principal, '${extractionPrincipal}')`

const listSql = `select principal, id, name, received_bytes, total_size, reserved_bytes, created_at,
    expires_at - interval '${sessionTtl}' as updated_at
  from upload_sessions where owner_id = $1 and finished_at is null and expires_at > now() and ${isEndableSql}
  order by created_at desc, id limit ${maxListed}`

/** Open uploads into an account, including visitors' uploads, without the files of archives that are extracted. The owner can list and end them. */
export class OpenUploads {
  private readonly labels = new Map<SourceKind, SourceLabels>()
  private readonly db: Db
  private readonly uploads: Uploads
  constructor(db: Db, uploads: Uploads) {
    this.db = db
    this.uploads = uploads
  }

  /** Registers the module that creates visitors' scopes, whose keys begin with `kind:id:`. */
  describe(kind: SourceKind, names: SourceLabels): void {
    this.labels.set(kind, names)
  }

  /** Number of open uploads into all accounts. */
  async count(): Promise<number> {
    const [found] = await this.db.query<{ n: number }>(
      'select count(*)::int as n from upload_sessions where finished_at is null and expires_at > now()',
    )
    return found?.n ?? 0
  }

  /** Keys of the visitors from whom a chunk of an unfinished file arrived within the last minutes, not by a clock that was ahead. */
  async receiving(kind: SourceKind, minutes: number): Promise<string[]> {
    const rows = await this.db.query<{ principal: string }>(
      `select distinct principal from upload_sessions where starts_with(principal, $1) and finished_at is null
       and expires_at between now() + interval '${sessionTtl}' - $2 * interval '1 minute'
         and now() + interval '${sessionTtl}' + interval '1 minute'`,
      [`${kind}:`, minutes],
    )
    return rows.map(({ principal }) => principal)
  }

  /** Newest first. */
  async list({ ownerId }: Scope): Promise<OpenUploadRow[]> {
    const rows = await this.db.query<Omit<OpenUploadRow, 'source'> & { principal: string }>(
      listSql,
      [ownerId],
      'storage.open-uploads',
    )
    const sources = rows.map(({ principal }) => sourceOf(principal))
    const labels = new Map<string, string>()
    for (const [kind, names] of this.labels) {
      const ids = [...new Set(sources.filter((source) => source?.kind === kind).map((source) => source?.id as string))]
      if (ids.length > 0) for (const [id, label] of await names(ownerId, ids)) labels.set(id, label)
    }
    return rows.map((row, at) => {
      const source = sources[at]
      return { ...row, source: { kind: source?.kind ?? 'account', label: (source && labels.get(source.id)) ?? null } }
    })
  }

  /** 404 when no such upload into this account is open. */
  async end({ ownerId }: Scope, id: string): Promise<void> {
    const sessions = await this.db.query<UploadSessionRow>(
      `select * from upload_sessions where owner_id = $1 and id = $2 and finished_at is null and ${isEndableSql}`,
      [ownerId, id],
    )
    if (sessions.length === 0) throw storageErrors.fail('upload-not-found')
    await this.uploads.cancellation.closeByOwner(sessions)
  }
}

const sourceOf = (principal: string): { kind: SourceKind; id: string } | null => {
  const [kind, id] = principal.split(':')
  return (kind === 'share' || kind === 'request') && id ? { kind, id } : null
}
