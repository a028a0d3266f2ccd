import { type Db, sha256, type Tx } from '../../../platform/index.ts'
import { nilUuid } from '../../../shared/contract.ts'
import type { Scope } from '../../../storage/index.ts'
import type { Account, Users } from '../../../users/index.ts'
import type { SharingEntitlements } from '../entitlements.ts'
import { sharingErrors } from '../errors.ts'
import {
  currentStatus,
  type FileRequestRow,
  type FoundFileRequest,
  fileRequestColumns,
  type UploaderRow,
} from '../file-request.row.ts'
import type { FileRequestGrant, FileRequestUploaders, UploaderProof } from './file-request-uploaders.ts'
import type { LinkCall, NewCookie } from './link-call.ts'

/** A file request and its caller, as one call finds them. */
export interface FileRequestLookup {
  fileRequest: FoundFileRequest
  owner: Account
  /** The calling browser, if it is an uploader already. */
  uploader: UploaderRow | null
}

/** A file request that accepts files from this uploader. */
export interface FileRequestAccess extends FileRequestLookup {
  uploader: UploaderRow
}

interface FileRequestAuthorizerDeps {
  db: Db
  users: Pick<Users, 'accounts'>
  entitlements: SharingEntitlements
  uploaders: FileRequestUploaders
}

/** The only way into a file request. Each call asks for its row, its owner, its status, its deadline and its uploader. */
export class FileRequestAuthorizer {
  private readonly deps: FileRequestAuthorizerDeps
  constructor(deps: FileRequestAuthorizerDeps) {
    this.deps = deps
  }

  /** In any status. 404 when it is unknown, or its owner deleted; 401 while its owner is restricted (D42). */
  async find(call: Pick<LinkCall, 'token' | 'cookies'>): Promise<FileRequestLookup> {
    const lookup = await this.lookUp(call)
    const { allowed } = await this.deps.entitlements.canVisitShared(lookup.owner)
    if (!allowed) throw sharingErrors.fail('request-unavailable')
    return lookup
  }

  private async lookUp({ token, cookies }: Pick<LinkCall, 'token' | 'cookies'>): Promise<FileRequestLookup> {
    const fileRequest = await this.row('token', sha256(token))
    const owner = fileRequest && (await this.deps.users.accounts.byId(fileRequest.owner_id))
    if (!fileRequest || !owner) throw sharingErrors.fail('request-not-found')
    return { fileRequest, owner, uploader: await this.deps.uploaders.find(cookies, fileRequest) }
  }

  /** As `find`; 410 once it is closed or expired. */
  async findOpen(call: Pick<LinkCall, 'token' | 'cookies'>): Promise<FileRequestLookup> {
    return requireActive(await this.find(call))
  }

  /** As `findOpen`, to close it. Its owner may also while restricted: afterwards it would take files again. */
  async findToClose(call: Pick<LinkCall, 'token' | 'cookies' | 'principal'>): Promise<FileRequestLookup> {
    const lookup = await this.lookUp(call)
    return call.principal?.userId === lookup.owner.id ? requireActive(lookup) : this.findOpen(call)
  }

  /**
   * As `findOpen`, and makes the browser an uploader of the request, by the cookie if there is one; 422 without a proof
   * while a bot check is on.
   */
  async authorize(
    call: LinkCall,
    proof: UploaderProof = {},
  ): Promise<{ access: FileRequestAccess; cookie: NewCookie | null }> {
    const { uploader, ...lookup } = await this.findOpen(call)
    if (uploader) {
      const cookie = this.deps.uploaders.renewed(call.cookies, lookup.fileRequest)
      return { access: { ...lookup, uploader }, cookie }
    }
    const added = await this.deps.uploaders.add(call, lookup.fileRequest, proof)
    return { access: { ...lookup, uploader: added.uploader }, cookie: added.cookie }
  }

  /** The access of an uploader with this grant; null when it would not be granted any more. */
  async revalidate(grant: FileRequestGrant): Promise<FileRequestAccess | null> {
    const { users, entitlements, uploaders } = this.deps
    const [fileRequest, uploader] = await Promise.all([this.row('id', grant.request), uploaders.byGrant(grant)])
    if (!uploader || fileRequest?.status !== 'active') return null
    const owner = await users.accounts.byId(fileRequest.owner_id)
    return owner && (await entitlements.canVisitShared(owner)).allowed ? { fileRequest, owner, uploader } : null
  }

  // Prepared SQL: each chunk of an upload looks its request up.
  private async row(by: keyof typeof conditions, value: unknown): Promise<FoundFileRequest | undefined> {
    const [row] = await this.deps.db.query<FoundFileRequest>(
      `select ${fileRequestColumns} from file_requests r where ${conditions[by]}`,
      [value],
      `sharing.file-request-by-${by}`,
    )
    return row
  }
}

const requireActive = (lookup: FileRequestLookup): FileRequestLookup => {
  if (lookup.fileRequest.status !== 'active') throw sharingErrors.fail('request-closed')
  return lookup
}

/** 422 until name and email are set, if the request requires them. `fields`: their names in the call. */
export const requireIdentified = (
  { fileRequest, uploader }: FileRequestAccess,
  fields?: { name: string; email: string },
): void => {
  if (fileRequest.require_name && !uploader.name)
    throw sharingErrors.fail('uploader-name-required', fields && { field: fields.name })
  if (fileRequest.require_email && !uploader.email)
    throw sharingErrors.fail('uploader-email-required', fields && { field: fields.email })
}

const conditions = { id: 'r.id = $1', token: 'r.token_hash = $1 or r.former_token_hash = $1' }

/** Open uploads of one uploader (A29). */
const maxOpenUploads = 10
export const fileRequestKeyPrefix = (requestId: string) => `request:${requestId}:`

/** Id of the uploader whose uploads have this key. */
export const uploaderOfKey = (key: string): string => key.slice(key.lastIndexOf(':') + 1)

/** Root of scopes in which uploads are found by the actor's key alone: their state and end need no folder. */
export const noFolderRoot = nilUuid

/** Scope of the owner's items below `root`; `UploaderItems` knows which of them are the uploader's own. */
export const uploaderScope = ({ fileRequest, uploader }: FileRequestLookup, root: string): Scope => ({
  root,
  ownerId: fileRequest.owner_id,
  actor: {
    userId: null,
    key: `${fileRequestKeyPrefix(fileRequest.id)}${uploader?.id ?? ''}`,
    group: fileRequestKeyPrefix(fileRequest.id),
    openUploads: maxOpenUploads,
  },
  permission: 'editor',
  grant: uploader && ({ kind: 'request', request: fileRequest.id, uploader: uploader.id } satisfies FileRequestGrant),
  lockPermission: (tx) => lockFileRequest(tx, fileRequest.id),
})

/**
 * Locks the request's row until the transaction of an uploader ends. A close or revocation waits for the lock: after its
 * response uploaders change nothing. 404 for a revoked request, 410 for one that is closed or expired. `for update` as
 * everywhere else: two transactions that share the row and then write its counters would wait for each other.
 */
export const lockFileRequest = async (tx: Tx, id: string): Promise<void> => {
  const [row] = await tx.query<Pick<FileRequestRow, 'status'>>(
    `select ${currentStatus} as status from file_requests r where r.id = $1 for update`,
    [id],
    'sharing.lock-file-request',
  )
  if (!row) throw sharingErrors.fail('request-not-found')
  if (row.status !== 'active') throw sharingErrors.fail('request-closed')
}

/** Scope of the request itself, which creates its folders. */
export const fileRequestScope = (fileRequest: Pick<FileRequestRow, 'id' | 'owner_id'>): Scope => ({
  root: null,
  ownerId: fileRequest.owner_id,
  actor: { userId: null, key: `request:${fileRequest.id}` },
  permission: 'owner',
})
