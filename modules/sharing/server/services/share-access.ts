import { type Db, networkOf, type RateLimiter, RequestCoalescer, sha256 } from '../../../platform/index.ts'
import type { ItemRow, Permission, Scope, StorageApi } from '../../../storage/index.ts'
import type { Account, Users } from '../../../users/index.ts'
import { tokenPattern } from '../../contract.ts'
import type { SharingEntitlements } from '../entitlements.ts'
import { sharingErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'
import { isLinkOpen, type ShareLinkRow, shareLinkColumns } from '../share-link.row.ts'
import type { LinkCall, NewCookie } from './link-call.ts'
import type { ShareGrant } from './lock-share.ts'
import { shareScope } from './share-scope.ts'
import type { UnlockCookies } from './unlock-cookie.ts'

const validToken = new RegExp(tokenPattern)

/** A link that exists. A visitor may learn of a locked one only that it is locked. */
export interface ShareLookup {
  share: ShareLinkRow
  /** The shared item itself. */
  item: ItemRow
  owner: Account
  locked: boolean
  recipientId: string | null
}

/** A link that this request may use, and the scope in which storage serves it. */
export interface ShareAccess extends Omit<ShareLookup, 'locked'> {
  scope: Scope
  /** Empty for a browser that is not distinguished. */
  visitor: string
}

/** A browser's id, empty for one that is not distinguished, and the cookie by which it is recognized, if that is new. */
export interface IdentifiedVisitor {
  visitor: string
  cookie: NewCookie | null
}

/** Access of a visitor, and the cookie of a new browser. */
export interface AuthorizedVisitor {
  access: ShareAccess
  cookie: NewCookie | null
}

/** Part of a lookup that is the same for every visitor of the link. */
type Target = Pick<ShareLookup, 'share' | 'item' | 'owner'> & { available: boolean }

/** Proof of a browser, or of a stored grant, for a protected link. */
interface LockProof {
  /** The present password was entered. */
  isUnlocked: boolean
  /** The recipient who has confirmed their email by a code. */
  recipientId: string | null
}

interface ShareAuthorizerDeps {
  db: Db
  storage: StorageApi
  users: Pick<Users, 'accounts'>
  entitlements: SharingEntitlements
  unlockCookies: UnlockCookies
  limiter: RateLimiter
}

/**
 * The only way into a share link. Every sub-resource (page, list, file, range, thumbnail, zip, search, navigation, image,
 * QR code, upload) asks at each request: the link's row, its expiry, its owner, its item with all ancestors, its lock.
 */
export class ShareAuthorizer {
  private readonly deps: ShareAuthorizerDeps
  /** Concurrent visitors share one read, which begins after each of their requests. */
  private readonly lookups = new RequestCoalescer<Target | null>()
  constructor(deps: ShareAuthorizerDeps) {
    this.deps = deps
  }

  /** By token or slug. 404 unknown, expired, item trashed, deleted or not the owner's; 401 while the owner is restricted. */
  async find({ token, cookies }: Pick<LinkCall, 'token' | 'cookies'>): Promise<ShareLookup> {
    const target = await this.lookups.read(token, async () => this.evaluate(await this.row(token)))
    if (!target) throw sharingErrors.fail('share-not-found')
    const { available, ...shared } = target
    const { share } = shared
    if (!available) throw sharingErrors.fail('share-unavailable')
    const proof = this.deps.unlockCookies.read(cookies, share)
    const recipientId = proof?.recipientId ?? null
    const locked = await this.isLocked(share, { isUnlocked: proof !== null, recipientId })
    return { ...shared, recipientId, locked }
  }

  /** As `find`, and 403 `share-locked` until the link is unlocked in this browser. */
  authorize(call: LinkCall): Promise<AuthorizedVisitor> {
    return this.accessOf(call, () => this.identifyVisitor(call))
  }

  /**
   * As `authorize`, for requests that only read: a browser without a cookie gets none and counts for no limit (`visitor` is
   * empty). A frame on another site sends no cookie, so each of its requests would be a new browser's.
   */
  async authorizeReading(call: LinkCall): Promise<ShareAccess> {
    const visitor = this.deps.unlockCookies.readVisitorId(call.cookies) ?? ''
    return (await this.accessOf(call, async () => ({ visitor, cookie: null }))).access
  }

  /** As `authorizeReading`, for requests that the access log counts as visits: distinguishes browsers (`identifyViewer`). */
  authorizeOpening(call: LinkCall): Promise<AuthorizedVisitor> {
    return this.accessOf(call, () => this.identifyViewer(call))
  }

  /** As `identifyVisitor`, for those who only read: empty instead of 429, because any number of browsers may read. */
  async identifyViewer({ ip, cookies }: Pick<LinkCall, 'ip' | 'cookies'>): Promise<IdentifiedVisitor> {
    const { unlockCookies, limiter } = this.deps
    const visitor = unlockCookies.readVisitorId(cookies)
    if (visitor !== null) return { visitor, cookie: null }
    const seconds = await limiter.tryBatched(rateLimits.newViewersPerNetwork, [networkOf(ip)])
    return seconds > 0 ? { visitor: '', cookie: null } : unlockCookies.createVisitor()
  }

  /** Identifies this browser, by a new cookie if it has none. 429 for too many new browsers of its network. */
  async identifyVisitor({ ip, cookies }: Pick<LinkCall, 'ip' | 'cookies'>): Promise<IdentifiedVisitor> {
    const { unlockCookies, limiter } = this.deps
    const visitor = unlockCookies.readVisitorId(cookies)
    if (visitor !== null) return { visitor, cookie: null }
    await limiter.consumeBatched(rateLimits.newVisitorsPerNetwork, [networkOf(ip)])
    return unlockCookies.createVisitor()
  }

  /** Whether the visitor with this grant would still be authorized, with that permission. */
  async isGrantValid({ share: id, version, recipient }: ShareGrant, permission: Permission): Promise<boolean> {
    const text = `select ${shareLinkColumns} from shares s where s.id = $1`
    const [share] = await this.deps.db.query<ShareLinkRow>(text, [id], 'sharing.by-id')
    const target = share?.permission === permission ? await this.evaluate(share) : null
    if (!target?.available) return false
    const isUnlocked = target.share.password_version === version
    return !(await this.isLocked(target.share, { isUnlocked, recipientId: recipient }))
  }

  private async accessOf(call: LinkCall, identify: () => Promise<IdentifiedVisitor>): Promise<AuthorizedVisitor> {
    const { locked, ...lookup } = await this.find(call)
    if (locked) throw sharingErrors.fail('share-locked')
    const { visitor, cookie } = await identify()
    const scope = shareScope(lookup.share, visitor, lookup.recipientId)
    return { access: { ...lookup, visitor, scope }, cookie }
  }

  private async evaluate(share: ShareLinkRow | null): Promise<Target | null> {
    if (!share || !isLinkOpen(share)) return null
    const [owner, item] = await Promise.all([this.deps.users.accounts.byId(share.owner_id), this.activeItem(share)])
    if (!owner || !item) return null
    const { allowed } = await this.deps.entitlements.canVisitShared(owner)
    return { share, owner, item, available: allowed }
  }

  // Prepared SQL: each request for a page, a file or a range of one looks the link up.
  private async row(token: string): Promise<ShareLinkRow | null> {
    // URLs of files carry any string as a token.
    if (!validToken.test(token)) return null
    const text = `select ${shareLinkColumns} from shares s
      where s.token_hash = $1 or s.slug = $2 or s.former_token_hash = $1`
    const rows = await this.deps.db.query<ShareLinkRow>(text, [sha256(token), token], 'sharing.by-token')
    return rows[0] ?? null
  }

  /** The shared item, or null when it or an ancestor is trashed or deleted. */
  private activeItem(share: ShareLinkRow): Promise<ItemRow | null> {
    const ownerScope: Scope = { ...shareScope(share, ''), root: null }
    return this.deps.storage.browse.findActiveRow(ownerScope, share.item_id)
  }

  private async isLocked(share: ShareLinkRow, { isUnlocked, recipientId }: LockProof): Promise<boolean> {
    if (share.password_hash !== null && !isUnlocked) return true
    if (!share.require_email_code) return false
    if (!recipientId) return true
    // A recipient who was removed loses access at once. Prepared SQL, as each request asks.
    const text = 'select 1 from share_recipients where id = $1 and share_id = $2 and verified_at is not null'
    return (await this.deps.db.query(text, [recipientId, share.id], 'sharing.recipient-verified')).length === 0
  }
}
