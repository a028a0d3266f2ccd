import { networkOf, type Platform } from '../../../platform/index.ts'
import { usersErrors } from '../errors.ts'
import { displayName, normalEmail } from '../names.ts'
import { hashPassword } from '../passwords/hasher.ts'
import { checkNewPassword } from '../passwords/policy.ts'
import type { Accounts } from './accounts.ts'
import type { Background } from './background.ts'
import { issueMailToken, ownerOfMailToken, useMailToken } from './mail-tokens.ts'
import type { Mails } from './mails.ts'
import type { Sessions } from './sessions.ts'

const mailsPerAddress = { limit: 3, windowSeconds: 3600 }
const mailsPerNetwork = { limit: 10, windowSeconds: 3600 }
/** A54. */
const guesses = { limit: 10, windowSeconds: 3600 }

export interface NewPasswordByMail {
  token: string
  email: string
  password: string
  password_confirmation: string
}

export interface RecoveryDeps {
  platform: Pick<Platform, 'db' | 'settings' | 'limiter' | 'audit'>
  accounts: Accounts
  sessions: Sessions
  mails: Mails
  background: Background
}

/** A new password by mail. */
export class Recovery {
  private readonly deps: RecoveryDeps
  constructor(deps: RecoveryDeps) {
    this.deps = deps
  }

  /** Mails a link if there is such an account; says nothing either way. 429 after 3 an hour and address. */
  async request(given: string, ip: string): Promise<void> {
    const { limiter, db, audit } = this.deps.platform
    const email = normalEmail(given)
    await limiter.take(['reset-mail', email], mailsPerAddress)
    await limiter.take(['reset-mail-network', networkOf(ip)], mailsPerNetwork)
    this.deps.background.run('reset mail', async () => {
      const account = await this.deps.accounts.byEmail(email)
      if (account?.status !== 'active') return
      await db.transaction(async (tx) =>
        this.deps.mails.reset(account, await issueMailToken(tx, account.id, 'reset-password'), tx),
      )
      await audit({ actorId: null, ip, action: 'users.password.requested', target: account.id })
    })
  }

  /** Sets the password, ends all sessions, keeps the second factor (A52). Throws 422 `reset-token-invalid`, 422 per field, 429. */
  async reset(input: NewPasswordByMail, ip: string): Promise<void> {
    const { limiter, db, settings, audit } = this.deps.platform
    const email = normalEmail(input.email)
    await limiter.take(['reset-guess', networkOf(ip)], guesses)
    const invalid = () => usersErrors.fail('reset-token-invalid')
    const owner = await ownerOfMailToken(db, input.token, 'reset-password')
    const account = owner ? await this.deps.accounts.byId(owner) : null
    if (!account || account.email !== email) throw invalid()
    const known = [email, displayName(account), await settings.get('app_title')]
    // A password that is refused leaves the link usable.
    checkNewPassword(input.password, input.password_confirmation, known)
    const hash = await hashPassword(input.password)
    await db.transaction(async (tx) => {
      if ((await useMailToken(tx, input.token, 'reset-password')) !== account.id) throw invalid()
      // Whoever reads the mail owns the address.
      await tx.query(
        'update users set password_hash = $2, email_verified_at = coalesce(email_verified_at, now()), updated_at = now() where id = $1',
        [account.id, hash],
      )
      await audit({ actorId: account.id, ip, action: 'users.password.reset', target: account.id }, tx)
      tx.emit('users.password.changed', { userId: account.id })
    })
    await this.deps.sessions.revokeAll(account.id)
    await limiter.giveBack(['reset-guess', networkOf(ip)])
    this.deps.background.run('password mail', () => this.deps.mails.passwordChanged(account))
  }
}
