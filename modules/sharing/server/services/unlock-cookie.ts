import { type Config, deriveKey, equalSecrets, hmac, randomToken } from '../../../platform/index.ts'
import { daySeconds } from '../../../shared/contract.ts'
import type { ShareLinkRow } from '../share-link.row.ts'
import { cookieNameOf, type NewCookie, newCookie, type RequestCookies } from './link-call.ts'

/** Proves that this browser has unlocked a protected link. */
export interface UnlockProof {
  /** The verified recipient, where the link requires an email code. */
  recipientId: string | null
}

const ttlSeconds = 30 * daySeconds
const visitorCookie = 'visitor'
/** Links that one browser keeps unlocked; each takes 90 to 125 bytes of its requests. */
const unlockedLinks = { similar: /^(__Host-)?share_[0-9a-f]{8}$/, max: 50 }

/**
 * One signed cookie for each unlocked link: `nonce.expires.recipient.signature`. The signature covers the link and its
 * password's version: the cookie unlocks no other link and becomes invalid with a new password (A11). The value is always
 * created by the server (A13). A second cookie identifies the browser.
 */
export class UnlockCookies {
  private readonly key: Buffer
  private readonly config: Config
  constructor(config: Config) {
    this.config = config
    this.key = deriveKey(config.appKey, 'share-pass')
  }

  /** The proof in the link's cookie; null when it is missing, expired or invalid. */
  read(cookies: RequestCookies, share: ShareLinkRow): UnlockProof | null {
    const [nonce, expires, recipient, signature] = (cookies[cookieNameOf(this.config, cookieName(share))] ?? '').split(
      '.',
    )
    if (!nonce || !expires || recipient === undefined || !signature) return null
    if (Number(expires) * 1000 < share.read_at.getTime()) return null
    if (!equalSecrets(signature, this.sign(share, nonce, expires, recipient))) return null
    return { recipientId: recipient === '' ? null : recipient }
  }

  create(share: ShareLinkRow, { recipientId }: UnlockProof): NewCookie {
    const nonce = randomToken(12)
    const expires = Math.floor(share.read_at.getTime() / 1000) + ttlSeconds
    const recipient = recipientId ?? ''
    const value = [nonce, expires, recipient, this.sign(share, nonce, String(expires), recipient)].join('.')
    return newCookie(this.config, { name: cookieName(share), value, ttlSeconds, bound: unlockedLinks })
  }

  /**
   * The id by which this browser is recognized; null at its first request. It authorizes nothing, but limits and counts
   * depend on it, so it is signed.
   */
  readVisitorId(cookies: RequestCookies): string | null {
    const [id, signature] = (cookies[cookieNameOf(this.config, visitorCookie)] ?? '').split('.')
    return id && signature && equalSecrets(signature, this.signVisitor(id)) ? id : null
  }

  /** A new id, and the cookie by which the browser is recognized from now on. */
  createVisitor(): { visitor: string; cookie: NewCookie } {
    const visitor = randomToken(16)
    const value = `${visitor}.${this.signVisitor(visitor)}`
    return { visitor, cookie: newCookie(this.config, { name: visitorCookie, value, ttlSeconds, bound: null }) }
  }

  private signVisitor(id: string): string {
    return hmac(this.key, `visitor.${id}`)
  }

  private sign({ id, password_version }: ShareLinkRow, nonce: string, expires: string, recipient: string): string {
    return hmac(this.key, [id, password_version, nonce, expires, recipient].join('.'))
  }
}

const cookieName = ({ id }: ShareLinkRow) => `share_${id.slice(0, 8)}`
