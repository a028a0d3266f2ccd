import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, networkOf, type Platform, type RateLimitCounter, sha256 } from '../../../platform/index.ts'
import { codeOf, normalCode } from '../../../shared/contract.ts'
import { normalEmail, verifyPassword } from '../../../users/index.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'
import { sharePath } from '../share-link.resource.ts'
import type { ShareMails } from './mails.ts'
import type { ShareLookup } from './share-access.ts'
import type { UnlockProof } from './unlock-cookie.ts'

const codeTtl = '15 minutes'

/** Who asks for a code. */
interface Visitor {
  ip: string
  /** The language of the page. */
  locale: string
}

interface UnlockCredentials {
  password?: string
  email?: string
  code?: string
}

interface Deps extends Pick<Platform, 'db' | 'limiter' | 'audit' | 'log'> {
  mails: Pick<ShareMails, 'code'>
  /** The part of an IP that logs keep (`AccessLog.loggableIp`). */
  loggableIp: (ip: string) => Promise<string | null>
}

/** Unlocks protected links. Attempts are counted in the database, per link and network and per link (A12). */
export class ShareUnlocker {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /** The proof for the browser's cookie. 401 for a wrong password or code, 429 for too many attempts. */
  async unlock(lookup: ShareLookup, credentials: UnlockCredentials, ip: string): Promise<UnlockProof> {
    const { share } = lookup
    const { limiter, audit, loggableIp } = this.deps
    // Successful attempts do not use up the attempts of others, except for the last limit, which is wide.
    const counters: RateLimitCounter[] = [
      { limit: rateLimits.unlocksPerLinkAndNetwork, subject: [share.id, networkOf(ip)], onSuccess: 'refund' },
      { limit: rateLimits.unlocksPerLink, subject: [share.id], onSuccess: 'refund' },
      { limit: rateLimits.unlocksPerNetwork, subject: [networkOf(ip)] },
    ]
    return limiter.attempt(counters, () =>
      this.verify(lookup, credentials, ip).catch(async (error: unknown) => {
        const details = { reason: codeOf(error) }
        const kept = await loggableIp(ip)
        await audit({ actorId: null, ip: kept, action: 'sharing.unlock.failed', target: share.id, details })
        throw error
      }),
    )
  }

  private async verify({ share }: ShareLookup, credentials: UnlockCredentials, ip: string): Promise<UnlockProof> {
    if (share.password_hash && !(await verifyPassword(share.password_hash, credentials.password ?? '', networkOf(ip))))
      throw sharingErrors.fail('wrong-password')
    return { recipientId: share.require_email_code ? await this.verifyCode(share.id, credentials, ip) : null }
  }

  /**
   * Sends a new code to a recipient's email, and nothing to any other. Resolves before it is sent: neither the response nor
   * its time reveals who is a recipient (A51). 429 for too many codes.
   */
  async sendCode({ share, item }: ShareLookup, token: string, email: string, { ip, locale }: Visitor): Promise<void> {
    const { limiter, mails, log } = this.deps
    const counters = [
      { limit: rateLimits.codeEmailsPerLinkAndNetwork, subject: [share.id, networkOf(ip)] },
      { limit: rateLimits.codeEmailsPerRecipient, subject: [share.id, normalEmail(email)] },
    ]
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const recipient = await limiter.attempt(counters, async () =>
      share.require_email_code ? this.storeCode(share.id, email, code) : null,
    )
    if (recipient)
      mails
        .code(recipient, { item: item.name, code, path: sharePath(token), locale })
        .catch((error: unknown) => log.error({ err: error }, 'an email with a code was not sent'))
  }

  /** The recipient's email; null where it is none. */
  private async storeCode(shareId: string, email: string, code: string): Promise<string | null> {
    const recipient = await this.deps.db
      .builder<SharingTables>()
      .updateTable('share_recipients')
      .set({ code_hash: hashCode(shareId, code), code_expires_at: sql<Date>`now() + ${codeTtl}::interval` })
      .where('share_id', '=', shareId)
      .where('email', '=', normalEmail(email))
      .returning('email')
      .executeTakeFirst()
    return recipient?.email ?? null
  }

  /** Id of the recipient, whose code is deleted. Attempts are counted before the comparison: parallel ones all count. */
  private async verifyCode(shareId: string, { email = '', code = '' }: UnlockCredentials, ip: string): Promise<string> {
    const { db, limiter } = this.deps
    const counter: RateLimitCounter = {
      limit: rateLimits.wrongCodesPerEmailAndNetwork,
      subject: [shareId, normalEmail(email), networkOf(ip)],
      onSuccess: 'clear',
    }
    const redeem = async (): Promise<string> => {
      const [row] = await db.query<{ id: string }>(
        `update share_recipients set code_hash = null, verified_at = now()
         where share_id = $1 and email = $2 and code_hash = $3 and code_expires_at > now() returning id`,
        [shareId, normalEmail(email), hashCode(shareId, normalCode(code))],
      )
      if (!row) throw sharingErrors.fail('wrong-code')
      return row.id
    }
    return limiter.attempt([counter], redeem).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status !== 429) throw error
      throw sharingErrors.fail('code-locked', { headers: error.extras.headers })
    })
  }
}

const hashCode = (shareId: string, code: string): Buffer => sha256(`${shareId}.${code}`)
