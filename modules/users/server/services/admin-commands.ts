import type { Platform, Tx } from '../../../platform/index.ts'
import { isEmail, maxEmailLength } from '../../../shared/contract.ts'
import { maxNameLength, maxPasswordLength, minPasswordLength, namePattern } from '../../contract.ts'
import type { Account } from '../account.ts'
import type { UsersTables } from '../entities/index.ts'
import { hashPassword } from '../passwords/hasher.ts'
import { isCommonPassword } from '../passwords/password-policy.ts'
import type { Accounts, NewAccount } from './accounts.ts'
import { requireOtherAdmin } from './administration/last-admin.ts'
import { revokeEmailTokens } from './email-tokens.ts'
import type { Sessions } from './sessions.ts'

/** An error that the command line prints as one line; `field`: the invalid part of a new account. */
export class AdminCommandError extends Error {
  readonly field: 'name' | 'email' | 'password' | null
  constructor(message: string, field: AdminCommandError['field'] = null) {
    super(message)
    this.field = field
  }
}

interface AdminCommandDeps {
  platform: Pick<Platform, 'db' | 'audit' | 'settings'>
  accounts: Accounts
  sessions: Sessions
}

interface AdminCommandAccount {
  email: string
  password: string
  name?: string
  role?: 'user' | 'admin'
}

/** Account commands of the command line: without emails and rate limits; new accounts are verified at once. */
export class AdminCommands {
  private readonly deps: AdminCommandDeps
  constructor(deps: AdminCommandDeps) {
    this.deps = deps
  }

  /** The new account's id. Throws `AdminCommandError` for an invalid email or password, and when the email is taken. */
  async create(input: AdminCommandAccount): Promise<string> {
    const account = await this.prepare(input)
    return this.deps.platform.db.transaction((tx) => this.insert(account, tx))
  }

  /** Like `create`, in the caller's transaction. `account` comes from `prepare`. */
  async insert(account: NewAccount, tx: Tx): Promise<string> {
    const id = await this.deps.accounts.create(account, tx)
    if (!id) throw new AdminCommandError(`an account for ${account.email} exists already`, 'email')
    const details = { role: account.role ?? 'user' }
    await this.deps.platform.audit({ actorId: null, action: 'users.created', target: id, details }, tx)
    tx.emit('users.registered', { userId: id, emailProven: true })
    return id
  }

  /** Validates the input and hashes the password, which takes too long for a transaction. Throws `AdminCommandError`. */
  async prepare({ email, password, name, role }: AdminCommandAccount): Promise<NewAccount> {
    this.checkEmail(email)
    const fullName = name?.trim() || (email.split('@')[0] as string)
    if (fullName.length > maxNameLength || !new RegExp(namePattern, 'u').test(fullName))
      throw new AdminCommandError(`the name must be one line of 1 to ${maxNameLength} characters`, 'name')
    this.checkPassword(password, [email, name ?? ''])
    const passwordHash = await hashPassword(password)
    return { email, name: fullName, passwordHash, role, verified: true, proven: true }
  }

  /** Sets a password and revokes all sessions, tokens and links that set a password, of the account. */
  async setPassword(email: string, password: string): Promise<void> {
    const account = await this.find(email)
    this.checkPassword(password, [email])
    const hash = await hashPassword(password)
    const { db, audit } = this.deps.platform
    await db.transaction(async (tx) => {
      await this.deps.accounts.update(account.id, { password_hash: hash }, tx)
      await revokeEmailTokens(tx, account.id, 'reset-password')
      await this.deps.sessions.revokeAll(account.id, { tx, tokens: 'all' })
      await audit({ actorId: null, action: 'users.password.set', target: account.id }, tx)
    })
  }

  /** Ends the account's sessions: a changed role requires a new sign-in (A53). Throws 409 `last-admin`. */
  async setRole(email: string, role: 'user' | 'admin'): Promise<void> {
    const account = await this.find(email)
    if (account.role === role) return
    const { db, audit } = this.deps.platform
    await db.transaction(async (tx) => {
      if (role !== 'admin') await requireOtherAdmin(tx, [account.id])
      await this.deps.accounts.update(account.id, { role }, tx)
      await this.deps.sessions.revokeAll(account.id, { tx })
      const details = { before: account.role, after: role }
      await audit({ actorId: null, action: 'users.role.changed', target: account.id, details }, tx)
    })
  }

  /** All accounts, by email. */
  list(): Promise<{ id: string; email: string; role: string; status: string }[]> {
    return this.deps.platform.db
      .builder<UsersTables>()
      .selectFrom('users')
      .select(['id', 'email', 'role', 'status'])
      .orderBy('email')
      .execute()
  }

  /** Throws `AdminCommandError` when there is no such account. */
  async idOf(email: string): Promise<string> {
    return (await this.find(email)).id
  }

  private async find(email: string): Promise<Account> {
    const account = await this.deps.accounts.byEmail(email)
    if (!account) throw new AdminCommandError(`there is no account for ${email}`)
    return account
  }

  private checkEmail(email: string): void {
    if (!isEmail(email) || email.length > maxEmailLength)
      throw new AdminCommandError(`${email} is not a valid email address`, 'email')
  }

  private checkPassword(password: string, personalWords: string[]): void {
    const { length } = [...password]
    if (length < minPasswordLength || length > maxPasswordLength)
      throw new AdminCommandError(
        `the password must have ${minPasswordLength} to ${maxPasswordLength} characters`,
        'password',
      )
    if (isCommonPassword(password, personalWords))
      throw new AdminCommandError('the password is too easy to guess', 'password')
  }
}
