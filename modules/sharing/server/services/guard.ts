import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Db, FreshReads, networkOf, type RateLimiter, sha256 } from '../../../platform/index.ts'
import type { Ground, ItemRow, Permission, Scope, StorageApi } from '../../../storage/index.ts'
import type { Account, Users } from '../../../users/index.ts'
import { tokenPattern } from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import type { Gates } from '../gates.ts'
import { type ShareRow, shareColumns } from '../share.row.ts'
import type { Passes } from './pass.ts'

/** Browsers of one network that are new to us: what is counted by visitor is not escaped by forgetting a cookie (A29). */
const newVisitors = { limit: 120, windowSeconds: 60 }
const possible = new RegExp(tokenPattern)

/** A link that this request may use: what it leads to, and the scope in which storage serves it. */
export interface Admission {
  share: ShareRow
  /** The shared item itself. */
  item: ItemRow
  owner: Account
  scope: Scope
  visitor: string
  recipientId: string | null
}

/** A link that exists, open or locked: all that may be told of a locked one is that it is locked. */
export interface Door {
  share: ShareRow
  item: ItemRow
  owner: Account
  locked: boolean
  recipientId: string | null
}

/** What a visitor was admitted on, for what goes on behind their answer. */
export type ShareGround = Ground & {
  kind: 'share'
  share: string
  /** Of the link's password, when they were let in. */
  version: number
  visitor: string
  recipient: string | null
  /** As the link's log may have it. */
  address: string | null
}

/** What is the same for everybody who comes by the link. */
type Facts = Pick<Door, 'share' | 'item' | 'owner'> & { visitable: boolean }

export interface GuardDeps {
  db: Db
  storage: StorageApi
  users: Pick<Users, 'accounts'>
  gates: Gates
  passes: Passes
  limiter: RateLimiter
}

/**
 * The one way into a share link. Every sub-resource (page, list, file, range, thumbnail, zip, search, navigation, card,
 * QR, upload) asks here, at each request: the link's row, its end, its owner, its item and what lies above it, its lock.
 */
export class ShareGuard {
  private readonly deps: GuardDeps
  /** A link that a crowd opens is read for many at once, and still for each after they asked. */
  private readonly reads = new FreshReads<Facts | null>()
  constructor(deps: GuardDeps) {
    this.deps = deps
  }

  /** By token or slug. 404 unknown, expired, item gone, trashed or not the owner's; 401 while the owner is restricted. */
  async find(request: FastifyRequest, token: string): Promise<Door> {
    const facts = await this.reads.read(token, () => this.facts(token))
    if (!facts) throw sharingErrors.fail('share-not-found')
    const { visitable, ...door } = facts
    const { share } = door
    if (!visitable) throw sharingErrors.fail('share-unavailable')
    const pass = this.deps.passes.of(request, share)
    const recipientId = pass?.recipientId ?? null
    return { ...door, recipientId, locked: await this.isLocked(share, pass !== null, recipientId) }
  }

  /** As `find`, and 403 `share-locked` until the link was unlocked in this browser. */
  async admit(request: FastifyRequest, reply: FastifyReply, token: string): Promise<Admission> {
    const door = await this.find(request, token)
    if (door.locked) throw sharingErrors.fail('share-locked')
    const { share, item, owner, recipientId } = door
    const visitor = await this.visitor(request, reply)
    return { share, item, owner, visitor, recipientId, scope: scopeOf(share, visitor, recipientId) }
  }

  /** Who this browser is, named now if it never was; 429 when too many of its network are new. */
  async visitor(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { passes, limiter } = this.deps
    const known = passes.visitor(request)
    if (known !== null) return known
    await limiter.consumeBatched(['share-visitor', networkOf(request.ip)], newVisitors)
    return passes.nameVisitor(request, reply)
  }

  /** Whether one who was admitted on this still would be, with that permission. */
  async holds({ share: id, version, recipient }: ShareGround, permission: Permission): Promise<boolean> {
    const sql = `select ${shareColumns} from shares s where s.id = $1`
    const [share] = await this.deps.db.query<ShareRow>(sql, [id], 'sharing.by-id')
    const facts = share?.permission === permission ? await this.judge(share) : null
    if (!facts?.visitable) return false
    return !(await this.isLocked(facts.share, facts.share.password_version === version, recipient))
  }

  private async facts(token: string): Promise<Facts | null> {
    return this.judge(await this.row(token))
  }

  private async judge(share: ShareRow | null): Promise<Facts | null> {
    if (!share || (share.expires_at && share.expires_at <= share.read_at)) return null
    const [owner, item, visitable] = await Promise.all([
      this.deps.users.accounts.byId(share.owner_id),
      this.item(share),
      this.deps.gates.canVisitShared(share.owner_id),
    ])
    return owner && item && { share, owner, item, visitable: visitable.allowed }
  }

  private async row(token: string): Promise<ShareRow | null> {
    // Addresses of files carry whatever somebody put there.
    if (!possible.test(token)) return null
    const sql = `select ${shareColumns} from shares s where s.token_hash = $1 or s.slug = $2`
    const rows = await this.deps.db.query<ShareRow>(sql, [sha256(token), token], 'sharing.by-token')
    return rows[0] ?? null
  }

  /** Live and still reachable from the owner's root, or null. */
  private item(share: ShareRow): Promise<ItemRow | null> {
    const wholeOwner: Scope = { ...scopeOf(share, ''), root: null }
    return this.deps.storage.browse.live(wholeOwner, share.item_id).catch((error: { status?: number }) => {
      if (error.status === 404) return null
      throw error
    })
  }

  private async isLocked(share: ShareRow, hasPass: boolean, recipientId: string | null): Promise<boolean> {
    if (share.verify_recipients) {
      if (!recipientId) return true
      // A recipient that was taken off the list is out at once.
      const sql = 'select 1 as there from share_recipients where id = $1 and share_id = $2 and verified_at is not null'
      return (await this.deps.db.query(sql, [recipientId, share.id], 'sharing.recipient-there')).length === 0
    }
    return share.password_hash !== null && !hasPass
  }
}

/** What a visitor of the link may reach: the item and, for a folder, everything below it; on its owner's account. */
export const scopeOf = (share: ShareRow, visitor: string, recipient: string | null = null): Scope => {
  const ground: ShareGround = {
    kind: 'share',
    share: share.id,
    version: share.password_version,
    visitor,
    recipient,
    address: null,
  }
  return {
    root: share.item_id,
    ownerId: share.owner_id,
    actor: { userId: null, key: `${shareKeyPrefix(share.id)}${visitor}`, group: shareKeyPrefix(share.id) },
    permission: share.permission,
    ground,
  }
}

/** The scope with an address for the link's log, as it may be kept there. */
export const seenFrom = (scope: Scope, address: string | null): Scope =>
  scope.ground ? { ...scope, ground: { ...scope.ground, address } } : scope

/** So begin the keys of all who came by a link. */
export const shareKeyPrefix = (shareId: string): string => `share:${shareId}:`
