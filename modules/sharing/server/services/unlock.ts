import { randomInt } from 'node:crypto'
import { type Audit, type Db, networkOf, type RateLimiter, sha256 } from '../../../platform/index.ts'
import { normalEmail, verifyPassword } from '../../../users/index.ts'
import { sharingErrors } from '../errors.ts'
import type { Door } from './guard.ts'
import type { Pass } from './pass.ts'

/** SECURITY.md §4: share unlock. */
const perAddress = { limit: 10, windowSeconds: 15 * 60 }
const perLink = { limit: 100, windowSeconds: 3_600 }
const codesPerAddress = { limit: 5, windowSeconds: 15 * 60 }
/** Of one recipient, whoever asks: nobody's mailbox is filled by strangers. */
const codesPerRecipient = { limit: 10, windowSeconds: 3_600 }
const mostWrong = 5
const codeLife = '15 minutes'
const lockFor = '15 minutes'

export interface Keys {
  password?: string
  email?: string
  code?: string
}

/** What a link asks of its visitors. */
export const asksOf = ({ share }: Door): ('password' | 'code')[] => [
  ...(share.password_hash ? (['password'] as const) : []),
  ...(share.verify_recipients ? (['code'] as const) : []),
]

/** Opens protected links. Tries are counted in the database, per link and address and per link (A12). */
export class Unlock {
  private readonly db: Db
  private readonly limiter: RateLimiter
  private readonly audit: Audit
  constructor({ db, limiter, audit }: { db: Db; limiter: RateLimiter; audit: Audit }) {
    this.db = db
    this.limiter = limiter
    this.audit = audit
  }

  /** The pass to give. 401 for a wrong password or code, 429 after too many. */
  async open(door: Door, keys: Keys, ip: string): Promise<Pass> {
    const { share } = door
    const tries = [
      { key: ['share-unlock', share.id, networkOf(ip)], limit: perAddress },
      { key: ['share-unlock-all', share.id], limit: perLink },
    ]
    for (const { key, limit } of tries) await this.limiter.consume(key, limit)
    const pass = await this.try(door, keys).catch(async (error: { code?: string }) => {
      const details = { reason: error.code }
      await this.audit({ actorId: null, ip, action: 'sharing.unlock.failed', target: share.id, details })
      throw error
    })
    // A rightful visitor uses nobody's tries up.
    for (const { key } of tries) await this.limiter.refund(key)
    return pass
  }

  private async try({ share }: Door, keys: Keys): Promise<Pass> {
    if (share.password_hash && !(await verifyPassword(share.password_hash, keys.password ?? '')))
      throw sharingErrors.fail('wrong-password')
    return { recipientId: share.verify_recipients ? await this.verify(share.id, keys) : null }
  }

  /** A fresh code for an address on the list, and null for any other: the caller is told the same. */
  async code(door: Door, email: string, ip: string): Promise<{ email: string; code: string } | null> {
    const { share } = door
    await this.limiter.consume(['share-code', share.id, networkOf(ip)], codesPerAddress)
    await this.limiter.consume(['share-code-to', share.id, normalEmail(email)], codesPerRecipient)
    if (!share.verify_recipients) return null
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const rows = await this.db.query<{ email: string }>(
      `update share_recipients set code_hash = $3, code_expires_at = now() + interval '${codeLife}', wrong_codes = 0
       where share_id = $1 and email = $2 and (locked_until is null or locked_until < now()) returning email`,
      [share.id, normalEmail(email), hashOf(share.id, code)],
    )
    return rows[0] ? { email: rows[0].email, code } : null
  }

  /** Uses the code up. Five wrong ones lock the address for a quarter of an hour, whoever tried. */
  private async verify(shareId: string, { email = '', code = '' }: Keys): Promise<string> {
    const [row] = await this.db.query<{ id: string; right: boolean; locked: boolean }>(
      `with target as (
         select id, locked_until > now() as locked, code_hash = $3 and code_expires_at > now() as is_right
         from share_recipients where share_id = $1 and email = $2 for update
       )
       update share_recipients r set
         wrong_codes = case when t.is_right then 0 else r.wrong_codes + 1 end,
         locked_until = case when not coalesce(t.is_right, false) and r.wrong_codes + 1 >= ${mostWrong}
           then now() + interval '${lockFor}' else r.locked_until end,
         code_hash = case when t.is_right and not coalesce(t.locked, false) then null else r.code_hash end,
         verified_at = case when t.is_right and not coalesce(t.locked, false) then now() else r.verified_at end
       from target t where r.id = t.id
       returning r.id, coalesce(t.is_right, false) as right, coalesce(t.locked, false) as locked`,
      [shareId, normalEmail(email), hashOf(shareId, code)],
    )
    if (row?.locked) throw sharingErrors.fail('code-locked', { headers: { 'retry-after': '900' } })
    if (!row?.right) throw sharingErrors.fail('wrong-code')
    return row.id
  }
}

const hashOf = (shareId: string, code: string): Buffer => sha256(`${shareId}.${code}`)
