import type { Db, Jobs, Tx } from '../../../platform/index.ts'
import type { Scope, StorageApi } from '../../../storage/index.ts'
import type { CreateRequest, UpdateRequest } from '../../contract.ts'
import { addressesOf } from '../addresses.ts'
import { sharingErrors } from '../errors.ts'
import { type OwnedRequestRow, ownedRequestColumns, statusNow } from '../request.row.ts'
import type { LinkTokens } from '../tokens.ts'
import { type Asked, type Entered, keyPrefixOf } from './request-guard.ts'

export interface RequestsDeps {
  db: Db
  storage: StorageApi
  tokens: LinkTokens
  jobs: Jobs
}

/** Columns to write; a key that is missing stays as it is. */
type Changes = Record<string, unknown>

const byOwner = `select ${ownedRequestColumns} from upload_requests r where r.owner_id = $1`

/** Requests as their owner makes, changes and ends them. */
export class Requests {
  private readonly deps: RequestsDeps
  constructor(deps: RequestsDeps) {
    this.deps = deps
  }

  /** 404 for a folder that is not the owner's, 422 for a deadline that is over or what is no address. */
  async create(scope: Scope, input: CreateRequest): Promise<OwnedRequestRow> {
    const folder = input.folder_id ? await this.deps.storage.browse.live(scope, input.folder_id) : null
    if (folder && !folder.is_folder) throw sharingErrors.fail('request-not-found')
    const emails = addressesOf([...(input.email ? [input.email] : []), ...(input.emails ?? [])])
    const { hash, sealed } = this.deps.tokens.create()
    const values: Changes = {
      owner_id: scope.ownerId,
      token_hash: hash,
      token_sealed: sealed,
      parent_id: folder?.id ?? null,
      emails: JSON.stringify(emails),
      ends_by_itself: input.expires_at === undefined && input.deadline === undefined,
      ...(await changesOf(this.deps.db, input)),
    }
    return this.deps.db.transaction(async (tx) => {
      const names = Object.keys(values)
      const [made] = await tx.query<{ id: string }>(
        `insert into upload_requests (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})
         returning id`,
        Object.values(values),
      )
      const { id } = made as { id: string }
      tx.emit('sharing.request.created', { ownerId: scope.ownerId, requestId: id, emails })
      return this.one(tx, scope.ownerId, id)
    })
  }

  /** Newest first; `before`: the microsecond and id of the last one seen. */
  list(owner: string, count: number, before: { at: number; id: string } | null): Promise<OwnedRequestRow[]> {
    return this.deps.db.query<OwnedRequestRow>(
      `${byOwner} and ($2::bigint is null
         or (r.created_at, r.id) < (timestamptz 'epoch' + $2 * interval '1 microsecond', $3::uuid))
       order by r.created_at desc, r.id desc limit $4`,
      [owner, before?.at ?? null, before?.id ?? null, count],
      'sharing.requests',
    )
  }

  async update(scope: Scope, token: string, input: UpdateRequest): Promise<OwnedRequestRow> {
    const changes = await changesOf(this.deps.db, input)
    return this.deps.db.transaction(async (tx) => {
      const { id } = await this.find(tx, scope.ownerId, token, 'for update')
      await write(tx, id, changes)
      return this.one(tx, scope.ownerId, id)
    })
  }

  /** A deadline that is over is taken away unless another is given. */
  async reopen(scope: Scope, token: string, expiresAt: string | null | undefined): Promise<OwnedRequestRow> {
    const end = await endOf(this.deps.db, expiresAt ?? null, 'expires_at')
    return this.deps.db.transaction(async (tx) => {
      const { id, has_time_left } = await this.find(tx, scope.ownerId, token, 'for update')
      const stays = expiresAt === undefined && has_time_left
      await write(tx, id, {
        status: 'active',
        closed_at: null,
        ends_by_itself: false,
        ...(stays ? {} : { expires_at: end }),
      })
      return this.one(tx, scope.ownerId, id)
    })
  }

  /** The link is gone; what came by it stays. Uploads on their way end. */
  async revoke(scope: Scope, token: string): Promise<void> {
    const { id } = await this.find(this.deps.db, scope.ownerId, token)
    await this.deps.db.query('delete from upload_requests where id = $1', [id])
    await this.endUploads(scope.ownerId, id)
  }

  /** Filled, for everybody. The owner may, and a guest where the owner allows it (API.md D20): 403. */
  async close({ request }: Asked, byOwnerself: boolean): Promise<void> {
    if (!byOwnerself && !request.guests_may_close) throw sharingErrors.fail('close-not-allowed')
    await this.deps.db.transaction(async (tx) => {
      const closed = await tx.query(
        `update upload_requests set status = 'filled', closed_at = now() where id = $1 and status = 'active' returning id`,
        [request.id],
      )
      if (closed.length > 0 && !byOwnerself) tx.emit('sharing.request.filled', filledOf(request))
    })
    await this.endUploads(request.owner_id, request.id)
  }

  /** This guest is done: they get their receipt and the owner the news, at once. */
  async finish({ guest }: Entered): Promise<void> {
    if (!guest.last_upload_at) throw sharingErrors.fail('nothing-sent')
    await this.deps.db.query('update request_guests set done_at = now() where id = $1', [guest.id])
    await this.deps.jobs.add('send-digests', {}, { key: `send-digests:${guest.id}` })
  }

  /** What time has ended is written down, and told where files had come. */
  async endDue(): Promise<void> {
    const ended = await this.deps.db.transaction(async (tx) => {
      const rows = await tx.query<OwnedRequestRow>(
        `update upload_requests r set status = ${statusNow}, closed_at = now()
         where r.status = 'active' and ${statusNow} <> 'active'
         returning r.id, r.owner_id, r.folder_id, r.name, r.title, r.status, r.received`,
      )
      for (const row of rows) if (row.received > 0) tx.emit('sharing.request.filled', filledOf(row))
      return rows
    })
    for (const { owner_id, id } of ended) await this.endUploads(owner_id, id)
  }

  async show(scope: Scope, token: string): Promise<OwnedRequestRow> {
    const { id } = await this.find(this.deps.db, scope.ownerId, token)
    return this.one(this.deps.db, scope.ownerId, id)
  }

  /** For the module's own work; null when it is gone meanwhile. */
  async byId(owner: string, id: string): Promise<OwnedRequestRow | null> {
    const [row] = await this.deps.db.query<OwnedRequestRow>(`${byOwner} and r.id = $2`, [owner, id])
    return row ?? null
  }

  private async endUploads(owner: string, id: string): Promise<void> {
    const { remote, uploads } = this.deps.storage
    await remote.endAll(owner, keyPrefixOf(id))
    await uploads.ends.endAll(owner, keyPrefixOf(id))
  }

  private async find(sql: Pick<Tx, 'query'>, owner: string, token: string, lock = '') {
    const [row] = await sql.query<{ id: string; has_time_left: boolean }>(
      `select id, coalesce(expires_at > now(), false) as has_time_left from upload_requests where owner_id = $1 and token_hash = $2 ${lock}`,
      [owner, this.deps.tokens.hashOf(token)],
    )
    if (!row) throw sharingErrors.fail('request-not-found')
    return row
  }

  private async one(sql: Pick<Tx, 'query'>, owner: string, id: string): Promise<OwnedRequestRow> {
    const [row] = await sql.query<OwnedRequestRow>(`${byOwner} and r.id = $2`, [owner, id])
    return row as OwnedRequestRow
  }
}

const write = async (tx: Tx, id: string, changes: Changes): Promise<void> => {
  const names = Object.keys(changes)
  await tx.query(
    `update upload_requests set updated_at = now()${names.map((name, at) => `, ${name} = $${at + 2}`).join('')} where id = $1`,
    [id, ...Object.values(changes)],
  )
}

const filledOf = (row: Pick<OwnedRequestRow, 'id' | 'owner_id' | 'folder_id' | 'name' | 'title'>) => ({
  ownerId: row.owner_id,
  requestId: row.id,
  folderId: row.folder_id,
  title: row.title ?? row.name ?? '',
})

const plain = [
  'grace_minutes',
  'max_file_size',
  'max_files',
  'require_name',
  'require_email',
  'folder_per_uploader',
  'visibility',
  'guests_may_close',
] as const satisfies readonly (keyof UpdateRequest)[]

const changesOf = async (db: Db, input: UpdateRequest): Promise<Changes> => {
  const changes: Changes = {}
  for (const field of plain) if (input[field] !== undefined) changes[field] = input[field]
  for (const field of ['name', 'title', 'notes'] as const)
    if (input[field] !== undefined) changes[field] = input[field]?.trim() || null
  if (input.kinds !== undefined) changes.kinds = input.kinds?.length ? JSON.stringify([...new Set(input.kinds)]) : null
  const field = input.expires_at === undefined ? 'deadline' : 'expires_at'
  const end = input[field]
  if (end !== undefined) Object.assign(changes, { expires_at: await endOf(db, end, field), ends_by_itself: false })
  return changes
}

const endOf = async (db: Db, given: string | null, field: string): Promise<Date | null> => {
  if (given === null) return null
  const end = new Date(given)
  if (!(end > (await db.now()))) throw sharingErrors.fail('expiry-in-the-past', { field })
  return end
}
