import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey as derive } from 'altcha-lib/algorithms/web/pbkdf2'
import {
  AppError,
  deriveKey,
  egressFetch,
  networkOf,
  type Platform,
  type Principal,
  type RateLimitCounter,
} from '../../../platform/index.ts'
import type { BotCheck, BotCheckProof } from '../../../shared/contract.ts'
import { usersErrors } from '../errors.ts'
import { botChallengeTtlSeconds, rateLimits } from '../rate-limits.ts'

/**
 * Iterations of one key derivation, which takes about a millisecond; a browser makes as many derivations as the counter
 * says.
 */
const iterations = 5_000
const counters = { min: 300, max: 1_000 }
/** Lowest score of reCAPTCHA v3 that counts as a person; v2 sends no score. */
const minScore = 0.5

/** The sender of a form; part of the HTTP request. */
interface FormSender {
  ip: string
  principal: Principal | null
}

/** The checks for forms of other modules. Signed-in people are exempt: they passed a check at sign-up. */
export type FormChecks = Pick<BotChecks, 'kindFor' | 'requireOf' | 'uncheckedCounters'>

/** Rejects forms that programs send: by proof of work, or by reCAPTCHA. */
export class BotChecks {
  private readonly platform: Pick<Platform, 'settings' | 'config' | 'limiter' | 'egress' | 'log'>
  private readonly secrets: { hmacSignatureSecret: string; hmacKeySignatureSecret: string }
  constructor(platform: Pick<Platform, 'settings' | 'config' | 'limiter' | 'egress' | 'log'>) {
    this.platform = platform
    const secret = (purpose: string) => deriveKey(platform.config.appKey, `bot-check.${purpose}`).toString('hex')
    this.secrets = { hmacSignatureSecret: secret('challenge'), hmacKeySignatureSecret: secret('solution') }
  }

  /** reCAPTCHA where it is allowed and configured, else proof of work where that is on. */
  async kind(): Promise<BotCheck> {
    const { settings } = this.platform
    const [allowed, siteKey, secret, proofOfWork] = await Promise.all([
      settings.get('allowed_recaptcha'),
      settings.get('recaptcha_client_id'),
      settings.get('recaptcha_client_secret'),
      settings.get('proof_of_work'),
    ])
    if (allowed && siteKey !== '' && secret !== '') return { kind: 'recaptcha', siteKey }
    return { kind: proofOfWork ? 'proof-of-work' : 'none', siteKey: null }
  }

  /** The check that a page asks this visitor to pass. */
  async kindFor({ principal }: Pick<FormSender, 'principal'>): Promise<BotCheck> {
    return principal ? { kind: 'none', siteKey: null } : this.kind()
  }

  /** As `require`, for a form that people who are signed in send too. */
  async requireOf({ principal, ip }: FormSender, proof: BotCheckProof): Promise<void> {
    if (!principal) await this.require(proof, ip)
  }

  /**
   * Rate limits of a form without a proof, as browsers without JavaScript send it: 3 an hour, network and `form`; none while
   * no check is on.
   */
  async uncheckedCounters(sender: FormSender, form: string): Promise<RateLimitCounter[]> {
    if ((await this.kindFor(sender)).kind === 'none') return []
    return [{ limit: rateLimits.uncheckedFormsPerFormAndNetwork, subject: [form, networkOf(sender.ip)] }]
  }

  /** A signed challenge. 429 after 60 an hour and network. */
  async challenge(ip: string): Promise<unknown> {
    await this.platform.limiter.consume(rateLimits.botChallengesPerNetwork, [networkOf(ip)])
    return createChallenge({
      ...this.secrets,
      algorithm: 'PBKDF2/SHA-256',
      cost: iterations,
      counter: randomInt(counters.max, counters.min),
      deriveKey: derive,
      expiresAt: Math.floor(Date.now() / 1_000) + botChallengeTtlSeconds,
    })
  }

  /** 422 `bot-check-failed` unless the form passes the check that is on. A solution passes once. */
  async require({ reCaptcha, proof }: BotCheckProof, ip: string): Promise<void> {
    const { kind } = await this.kind()
    const passes =
      kind === 'none' || (kind === 'recaptcha' ? await this.isPerson(reCaptcha, ip) : await this.isSolved(proof))
    if (!passes) throw usersErrors.fail('bot-check-failed')
  }

  private async isSolved(proof: string | undefined): Promise<boolean> {
    const payload = parsePayload(proof)
    if (!payload) return false
    const { verified } = await verifySolution({ ...payload, ...this.secrets, deriveKey: derive }).catch(() => ({
      verified: false,
    }))
    if (!verified) return false
    try {
      const { nonce } = payload.challenge.parameters
      await this.platform.limiter.consume(rateLimits.usesOfBotSolution, [nonce])
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  private async isPerson(token: string | undefined, ip: string): Promise<boolean> {
    if (!token) return false
    const { settings, config, egress, log } = this.platform
    const secret = await settings.get('recaptcha_client_secret')
    try {
      const response = await egressFetch(egress)(`${config.recaptchaBase}/recaptcha/api/siteverify`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      })
      const { success, score = 1 } = (await response.json()) as { success?: unknown; score?: number }
      return success === true && score >= minScore
    } catch (error) {
      log.warn({ err: error }, 'reCAPTCHA cannot be asked')
      return false
    }
  }
}

const parsePayload = (proof: string | undefined): Payload | null => {
  try {
    const payload = JSON.parse(proof ?? '') as Partial<Payload> | null
    return payload?.challenge?.parameters?.nonce && payload.solution ? (payload as Payload) : null
  } catch {
    return null
  }
}
