import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type Audit, type Db, networkOf, type RateLimiter, sha256 } from '../../../platform/index.ts'
import { normalEmail, verifyPassword } from '../../../users/index.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'
import type { ShareLookup } from './share-access.ts'
import type { UnlockProof } from './unlock-cookie.ts'

/** Share unlock. */
const attemptsPerNetwork = { limit: 10, windowSeconds: 15 * 60 }
const attemptsPerLink = { limit: 100, windowSeconds: 3_600 }
const codesPerNetwork = { limit: 5, windowSeconds: 15 * 60 }
/** Per link and recipient, for all callers, so that visitors cannot flood a recipient's mailbox. */
const codesPerRecipient = { limit: 10, windowSeconds: 3_600 }
const maxWrongCodes = 5
const codeTtl = '15 minutes'
const lockDuration = '15 minutes'

export interface Credentials {
  password?: string
  email?: string
  code?: string
}

/** What a visitor must provide to unlock the link. */
export const requiredFactors = ({ share }: ShareLookup): ('password' | 'code')[] => [
  ...(share.password_hash ? (['password'] as const) : []),
  ...(share.require_email_code ? (['code'] as const) : []),
]

/** Unlocks protected links. Attempts are counted in the database, per link and network and per link (A12). */
export class ShareUnlocker {
  private readonly db: Db
  private readonly limiter: RateLimiter
  private readonly audit: Audit
  constructor({ db, limiter, audit }: { db: Db; limiter: RateLimiter; audit: Audit }) {
    this.db = db
    this.limiter = limiter
    this.audit = audit
  }

  /** The proof for the browser's cookie. 401 for a wrong password or code, 429 for too many attempts. */
  async unlock(lookup: ShareLookup, credentials: Credentials, ip: string): Promise<UnlockProof> {
    const { share } = lookup
    const counters = [
      { key: ['share-unlock', share.id, networkOf(ip)], limit: attemptsPerNetwork },
      { key: ['share-unlock-all', share.id], limit: attemptsPerLink },
    ]
    for (const { key, limit } of counters) await this.limiter.consume(key, limit)
    const proof = await this.verify(lookup, credentials).catch(async (error: { code?: string }) => {
      const details = { reason: error.code }
      await this.audit({ actorId: null, ip, action: 'sharing.unlock.failed', target: share.id, details })
      throw error
    })
    // Successful attempts do not use up the attempts of others.
    for (const { key } of counters) await this.limiter.refund(key)
    return proof
  }

  private async verify({ share }: ShareLookup, credentials: Credentials): Promise<UnlockProof> {
    if (share.password_hash && !(await verifyPassword(share.password_hash, credentials.password ?? '')))
      throw sharingErrors.fail('wrong-password')
    return { recipientId: share.require_email_code ? await this.verifyCode(share.id, credentials) : null }
  }

  /** A new code for a recipient's email; null for any other, and the caller's response is the same. */
  async createCode({ share }: ShareLookup, email: string, ip: string): Promise<{ email: string; code: string } | null> {
    await this.limiter.consume(['share-code', share.id, networkOf(ip)], codesPerNetwork)
    await this.limiter.consume(['share-code-to', share.id, normalEmail(email)], codesPerRecipient)
    if (!share.require_email_code) return null
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const recipient = await this.db
      .builder<SharingTables>()
      .updateTable('share_recipients')
      .set({
        code_hash: hashCode(share.id, code),
        code_expires_at: sql<Date>`now() + ${codeTtl}::interval`,
        wrong_codes: 0,
      })
      .where('share_id', '=', share.id)
      .where('email', '=', normalEmail(email))
      .where(({ eb, or }) => or([eb('locked_until', 'is', null), eb('locked_until', '<', sql<Date>`now()`)]))
      .returning('email')
      .executeTakeFirst()
    return recipient ? { email: recipient.email, code } : null
  }

  /**
   * Id of the recipient; the code is used up. Five wrong codes lock the email for a quarter of an hour, whoever entered
   * them. Plain SQL: one statement under the row's lock decides and counts, so that parallel attempts all count.
   */
  private async verifyCode(shareId: string, { email = '', code = '' }: Credentials): Promise<string> {
    const [row] = await this.db.query<{ id: string; correct: boolean; locked: boolean }>(
      `with target as (
         select id, locked_until > now() as locked, code_hash = $3 and code_expires_at > now() as correct
         from share_recipients where share_id = $1 and email = $2 for update
       )
       update share_recipients r set
         wrong_codes = case when t.correct then 0 else r.wrong_codes + 1 end,
         locked_until = case when not coalesce(t.correct, false) and r.wrong_codes + 1 >= ${maxWrongCodes}
           then now() + interval '${lockDuration}' else r.locked_until end,
         code_hash = case when t.correct and not coalesce(t.locked, false) then null else r.code_hash end,
         verified_at = case when t.correct and not coalesce(t.locked, false) then now() else r.verified_at end
       from target t where r.id = t.id
       returning r.id, coalesce(t.correct, false) as correct, coalesce(t.locked, false) as locked`,
      [shareId, normalEmail(email), hashCode(shareId, code)],
    )
    if (row?.locked) throw sharingErrors.fail('code-locked', { headers: { 'retry-after': '900' } })
    if (!row?.correct) throw sharingErrors.fail('wrong-code')
    return row.id
  }
}

const hashCode = (shareId: string, code: string): Buffer => sha256(`${shareId}.${code}`)
