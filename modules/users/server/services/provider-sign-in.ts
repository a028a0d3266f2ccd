import { actorsWithAction, type Platform } from '../../../platform/index.ts'
import { maxAvatarBytes, type OfferedProvider, type SignInProvider, signInProviders } from '../../contract.ts'
import type { Account } from '../account.ts'
import { usersErrors } from '../errors.ts'
import { normalEmail } from '../names.ts'
import type { ProviderClients } from '../providers/clients.ts'
import type { ProviderProfile } from '../providers/profiles.ts'
import type { Accounts } from './accounts.ts'
import type { Avatars } from './avatars.ts'
import type { Background } from './background.ts'
import type { Emails } from './emails.ts'
import type { Identities } from './identities.ts'
import type { Registration } from './registration.ts'
import type { SignInMethods } from './sign-in-methods.ts'

export interface ProviderSignInDeps {
  platform: Pick<Platform, 'db' | 'settings' | 'egress' | 'audit' | 'log'>
  accounts: Accounts
  avatars: Avatars
  background: Background
  clients: ProviderClients
  emails: Emails
  identities: Identities
  methods: SignInMethods
  registration: Registration
}

export interface Visitor {
  ip: string
  locale: string
}

const names = { google: 'Google', github: 'GitHub', facebook: 'Facebook' } as const

/** Finds, creates and links the accounts of people whom an identity provider has identified. */
export class ProviderSignIn {
  private readonly deps: ProviderSignInDeps
  constructor(deps: ProviderSignInDeps) {
    this.deps = deps
  }

  /** The providers that are allowed and configured. */
  async offered(): Promise<OfferedProvider[]> {
    const name = await this.deps.platform.settings.get('openid_name')
    const found = await Promise.all(
      signInProviders.map(async (id) =>
        (await this.deps.clients.credentials(id)) ? { id, name: id === 'openid' ? name : names[id] } : [],
      ),
    )
    return found.flat()
  }

  /**
   * The account that the identity signs in to: the linked one, else that of the same proven email, else a new one. 422
   * `provider-email-missing`, 401 `registration-closed`. An account whose own email is not proven may have been registered
   * by somebody else, who would share it with the owner of the email: 403 `email-not-verified`, 409
   * `provider-account-exists`.
   */
  async accountOf(provider: SignInProvider, profile: ProviderProfile, visitor: Visitor): Promise<Account> {
    const { accounts, identities } = this.deps
    const identity = { provider, subject: profile.subject, email: profile.email }
    const linked = await identities.ownerOf(identity)
    const known = linked ? await accounts.byId(linked) : null
    if (known) return known
    if (!profile.email) throw usersErrors.fail('provider-email-missing')
    const existing = await accounts.byEmail(profile.email)
    if (existing && !existing.email_verified_at) throw usersErrors.fail('email-not-verified')
    if (existing && !(await this.isProven(existing))) throw usersErrors.fail('provider-account-exists')
    if (existing) {
      await this.link(existing.id, provider, profile, visitor.ip)
      return existing
    }
    return this.register(provider, profile, profile.email, visitor)
  }

  /** Links the provider to an account, which is notified. 409 `provider-linked-elsewhere`. */
  async link(userId: string, provider: SignInProvider, { subject, email }: ProviderProfile, ip: string): Promise<void> {
    const { platform, identities } = this.deps
    if (!(await identities.link(userId, { provider, subject, email })))
      throw usersErrors.fail('provider-linked-elsewhere')
    await this.proveEmail(userId, email)
    await platform.audit({
      actorId: userId,
      ip,
      action: 'users.identity.linked',
      target: userId,
      details: { provider },
    })
    await this.notify(userId, 'provider-linked')
  }

  /** False when the account has no such identity. Throws 409 `last-sign-in-method`. */
  async unlink(userId: string, id: string, ip: string): Promise<boolean> {
    const { platform, identities, methods } = this.deps
    const provider = await methods.removeOne(userId, (tx) => identities.remove(userId, id, tx))
    if (provider === null) return false
    await platform.audit({
      actorId: userId,
      ip,
      action: 'users.identity.unlinked',
      target: userId,
      details: { provider },
    })
    await this.notify(userId, 'provider-unlinked')
    return true
  }

  /** The provider's email is proven: an account with the same one is its owner's. */
  private async proveEmail(userId: string, email: string | null): Promise<void> {
    const { platform, accounts } = this.deps
    const account = await accounts.byId(userId)
    if (!account || email === null || normalEmail(email) !== account.email) return
    await platform.db.transaction(async (tx) => {
      if (await accounts.markProven(userId, tx)) tx.emit('users.verified', { userId })
    })
  }

  /**
   * Whether the link of an email or an identity provider has shown that the email is the account owner's. An account that
   * was created while `user_verification` was off counts as verified without it; an administrator's word is not enough to
   * share an account with whoever registered it.
   */
  private async isProven({ id, email }: Account): Promise<boolean> {
    const { platform, identities } = this.deps
    const linked = await identities.list(id)
    if (linked.some((identity) => identity.email !== null && normalEmail(identity.email) === email)) return true
    for (const action of ['users.email.verified', 'users.email.changed'])
      if ((await actorsWithAction(platform.db, action, [id])).has(id)) return true
    return false
  }

  private async register(provider: SignInProvider, profile: ProviderProfile, email: string, { ip, locale }: Visitor) {
    const { accounts, background, identities, registration } = this.deps
    const name = profile.name.slice(0, 255)
    const id = await registration.registerByProvider({ email: normalEmail(email), name, provider, locale }, ip)
    const account = id && (await accounts.byId(id))
    if (!account) throw usersErrors.fail('provider-failed')
    await identities.link(account.id, { provider, subject: profile.subject, email: profile.email })
    const { picture } = profile
    if (picture) background.run('picture of a provider', () => this.importPicture(account.id, picture))
    return account
  }

  private async importPicture(userId: string, url: string): Promise<void> {
    const response = await this.deps.platform.egress.get(url)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response.body) {
      bytes += chunk.length
      if (bytes > maxAvatarBytes) return response.close()
      chunks.push(chunk)
    }
    if (response.status === 200) await this.deps.avatars.set(userId, Buffer.concat(chunks))
  }

  private async notify(userId: string, notice: 'provider-linked' | 'provider-unlinked'): Promise<void> {
    const { accounts, background, emails } = this.deps
    const account = await accounts.byId(userId)
    if (account) background.run('provider email', () => emails.notice(account, notice))
  }
}
