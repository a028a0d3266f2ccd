import type { Platform, Tx } from '../../../platform/index.ts'
import {
  type OfferedProvider,
  providerNames,
  type SignInProvider,
  signInProviders,
  unsafeInLines,
} from '../../contract.ts'
import type { Account } from '../account.ts'
import { usersErrors } from '../errors.ts'
import { normalEmail } from '../names.ts'
import { issuerOf, type ProviderClients } from '../providers/clients.ts'
import type { ProviderProfile } from '../providers/profiles.ts'
import type { AccountMails } from './account-mails.ts'
import type { Accounts } from './accounts.ts'
import type { Avatars } from './avatars.ts'
import type { BackgroundWork } from './background-work.ts'
import type { Identities, LinkedIdentity } from './identities.ts'
import { importPicture } from './provider-picture.ts'
import type { Registration } from './registration.ts'
import type { SessionRef, Sessions } from './sessions.ts'
import type { SignInMethods } from './sign-in-methods.ts'

interface ProviderSignInDeps {
  platform: Pick<Platform, 'db' | 'settings' | 'egress' | 'audit' | 'log'>
  accounts: Accounts
  avatars: Avatars
  background: BackgroundWork
  clients: ProviderClients
  mails: AccountMails
  identities: Identities
  methods: SignInMethods
  registration: Registration
  sessions: Pick<Sessions, 'lockAndRequireActive'>
}

interface IdentityChange {
  userId: string
  change: 'linked' | 'unlinked'
  provider: SignInProvider
  ip: string
}

interface Visitor {
  ip: string
  locale: string
}

const unsafe = new RegExp(`[${unsafeInLines}]`, 'gu')

/** Finds, creates and links the accounts of people whom an identity provider has identified. */
export class ProviderSignIn {
  private readonly deps: ProviderSignInDeps
  constructor(deps: ProviderSignInDeps) {
    this.deps = deps
  }

  /** The providers that are allowed and configured. */
  async offered(): Promise<OfferedProvider[]> {
    const name = await this.deps.platform.settings.get('openid_name')
    const offered = await Promise.all(
      signInProviders.map(async (id) =>
        (await this.deps.clients.credentials(id)) ? { id, name: id === 'openid' ? name : providerNames[id] } : [],
      ),
    )
    return offered.flat()
  }

  /** The identities of an account, and whether they sign in to it. */
  async linked(userId: string): Promise<LinkedIdentity[]> {
    const [rows, isUsable] = await Promise.all([this.deps.identities.list(userId), this.deps.clients.usable()])
    return rows.map((row) => ({ ...row, isUsable: isUsable(row) }))
  }

  /**
   * The account that the identity signs in to: the linked one, else the account with the same proven email, else a new one.
   * Throws 422 `provider-email-missing`, 401 `registration-closed`. An existing account whose email is not proven may have
   * been registered by somebody else, who would then share it with the owner of the email: 403 `email-not-verified`, 409
   * `provider-account-exists`.
   */
  async accountOf(provider: SignInProvider, profile: ProviderProfile, visitor: Visitor): Promise<Account> {
    const { accounts, identities } = this.deps
    const identity = { provider, subject: profile.subject, email: profile.email }
    const linked = await identities.ownerOf(identity)
    const linkedAccount = linked ? await accounts.byId(linked) : null
    if (linkedAccount) return linkedAccount
    if (!profile.email) throw usersErrors.fail('provider-email-missing')
    const existing = await accounts.byEmail(profile.email)
    if (existing && !existing.email_verified_at) throw usersErrors.fail('email-not-verified')
    if (existing && !existing.email_proven_at) throw usersErrors.fail('provider-account-exists')
    if (existing) {
      await this.link({ userId: existing.id, sessionId: null }, provider, profile, visitor.ip)
      return existing
    }
    return this.register(provider, profile, profile.email, visitor)
  }

  /**
   * Links the provider to the caller's account, which is notified. Throws 401 when the session ends meanwhile, 409
   * `provider-linked-elsewhere`. A sign-in, which has no session yet, replaces no other identity: 409
   * `provider-account-exists`; that of a former issuer signs in to nothing any more.
   */
  async link(
    caller: SessionRef,
    provider: SignInProvider,
    { subject, email }: ProviderProfile,
    ip: string,
  ): Promise<void> {
    const { platform, identities, sessions } = this.deps
    const { userId } = caller
    await platform.db.transaction(async (tx) => {
      // The lock puts two links of the same provider in order: the second replaces the first.
      await sessions.lockAndRequireActive(caller, tx)
      const former = await identities.otherSubject(userId, { provider, subject }, tx)
      if (former && caller.sessionId === null && issuerOf(former) === issuerOf(subject))
        throw usersErrors.fail('provider-account-exists')
      if (!(await identities.link(userId, { provider, subject, email }, tx)))
        throw usersErrors.fail('provider-linked-elsewhere')
      if (former) await this.report({ userId, change: 'unlinked', provider, ip }, tx)
      await this.report({ userId, change: 'linked', provider, ip }, tx)
    })
    await this.proveEmail(userId, email)
  }

  /**
   * False when the account has no such identity. Throws 401 when the session ends meanwhile, 409 `last-sign-in-method`.
   */
  async unlink(caller: SessionRef, id: string, ip: string): Promise<boolean> {
    const { identities, methods } = this.deps
    const { userId } = caller
    return methods.removeOne(caller, async (tx) => {
      const provider = await identities.remove(userId, id, tx)
      if (provider) await this.report({ userId, change: 'unlinked', provider, ip }, tx)
      return provider !== null
    })
  }

  /** Marks the account's email as proven when it is the one that the provider has verified. */
  private async proveEmail(userId: string, email: string | null): Promise<void> {
    const { platform, accounts } = this.deps
    const account = await accounts.byId(userId)
    if (!account || email === null || normalEmail(email) !== account.email) return
    await platform.db.transaction(async (tx) => {
      if (await accounts.markProven(userId, tx)) tx.emit('users.verified', { userId })
    })
  }

  private async register(provider: SignInProvider, profile: ProviderProfile, email: string, { ip, locale }: Visitor) {
    const { accounts, background, identities, registration } = this.deps
    const account = {
      email: normalEmail(email),
      name: profile.name.replace(unsafe, ' ').slice(0, 255),
      provider,
      locale,
    }
    const identity = { provider, subject: profile.subject, email: profile.email }
    const id = await registration.registerByProvider(account, ip, async (tx, userId) => {
      if (!(await identities.link(userId, identity, tx))) throw usersErrors.fail('provider-failed')
    })
    const created = id && (await accounts.byId(id))
    if (!created) throw usersErrors.fail('provider-failed')
    const { picture } = profile
    if (picture) background.run('picture of a provider', () => importPicture(this.deps, created.id, picture))
    return created
  }

  /** Records and mails the change when `tx` is committed. */
  private async report({ userId, change, provider, ip }: IdentityChange, tx: Tx): Promise<void> {
    const { platform, accounts, mails } = this.deps
    const entry = { actorId: userId, ip, target: userId, details: { provider } }
    await platform.audit({ ...entry, action: `users.identity.${change}` }, tx)
    tx.emit('users.security.changed', { userId })
    const account = await accounts.byId(userId, tx)
    if (account) await mails.notice(account, `provider-${change}`, tx)
  }
}
