import type { Db } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { sessionLife, type UploadSessionRow } from './sessions.ts'
import type { Uploads } from './uploads.ts'

/** Names of the ways (links, upload requests) with these ids, as their owner knows them. */
export type SourceNames = (owner: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
type SourceKind = 'share' | 'request'

export interface OpenUploadRow {
  id: string
  name: string
  received: number
  total_size: number | null
  reserved: number
  created_at: Date
  updated_at: Date
  source: { kind: 'account' | SourceKind; label: string | null }
}

/** More than can be open at once: 300 of visitors, 100 of the owner. */
const maxListed = 500

const listSql = `select principal, id, name, received, total_size, reserved, created_at,
    expires_at - interval '${sessionLife}' as updated_at
  from upload_sessions where owner_id = $1 and finished_at is null and expires_at > now()
  order by created_at desc, id limit ${maxListed}`

/** Uploads into an account that are under way, also those of visitors: their owner sees them and can end them. */
export class OpenUploads {
  private readonly names = new Map<SourceKind, SourceNames>()
  private readonly db: Db
  private readonly uploads: Uploads
  constructor(db: Db, uploads: Uploads) {
    this.db = db
    this.uploads = uploads
  }

  /** The module that gives visitors their scopes, whose keys begin with `kind:id:`, tells the names of the ways. */
  describe(kind: SourceKind, names: SourceNames): void {
    this.names.set(kind, names)
  }

  /** Newest first. */
  async list({ ownerId }: Scope): Promise<OpenUploadRow[]> {
    const rows = await this.db.query<Omit<OpenUploadRow, 'source'> & { principal: string }>(
      listSql,
      [ownerId],
      'storage.open-uploads',
    )
    const ways = rows.map(({ principal }) => wayOf(principal))
    const labels = new Map<string, string>()
    for (const [kind, names] of this.names) {
      const ids = [...new Set(ways.filter((way) => way?.kind === kind).map((way) => way?.id as string))]
      if (ids.length > 0) for (const [id, label] of await names(ownerId, ids)) labels.set(id, label)
    }
    return rows.map((row, at) => {
      const way = ways[at]
      return { ...row, source: { kind: way?.kind ?? 'account', label: (way && labels.get(way.id)) ?? null } }
    })
  }

  /** 404 when no such upload into this account is open. */
  async end({ ownerId }: Scope, id: string): Promise<void> {
    const sessions = await this.db.query<UploadSessionRow>(
      'select * from upload_sessions where owner_id = $1 and id = $2 and finished_at is null',
      [ownerId, id],
    )
    if (sessions.length === 0) throw storageErrors.fail('upload-not-found')
    await this.uploads.ends.close(sessions)
  }
}

const wayOf = (principal: string): { kind: SourceKind; id: string } | null => {
  const [kind, id] = principal.split(':')
  return (kind === 'share' || kind === 'request') && id ? { kind, id } : null
}
