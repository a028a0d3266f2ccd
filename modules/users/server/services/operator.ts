import type { Platform, Tx } from '../../../platform/index.ts'
import { emailPattern, maxPasswordLength, minPasswordLength } from '../../contract.ts'
import type { Account } from '../account.ts'
import { hashPassword } from '../passwords/hasher.ts'
import { isCommon } from '../passwords/policy.ts'
import type { Accounts, NewAccount } from './accounts.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

/** A refusal for the terminal, in one line. */
export class OperatorError extends Error {}

export interface OperatorDeps {
  platform: Pick<Platform, 'db' | 'audit' | 'settings'>
  accounts: Accounts
  sessions: Sessions
  tokens: Tokens
}

export interface OperatorAccount {
  email: string
  password: string
  name?: string
  role?: 'user' | 'admin'
}

/** Accounts by the hand of whoever runs the machine: no mails, no limits, verified at once. */
export class Operator {
  private readonly deps: OperatorDeps
  constructor(deps: OperatorDeps) {
    this.deps = deps
  }

  /** The new account's id. Throws `OperatorError` for a bad address or password, and when the address is taken. */
  async create(input: OperatorAccount): Promise<string> {
    const account = await this.prepare(input)
    return this.deps.platform.db.transaction((tx) => this.insert(account, tx))
  }

  /** As `create`, inside a transaction of the caller's. `account` comes from `prepare`. */
  async insert(account: NewAccount, tx: Tx): Promise<string> {
    const id = await this.deps.accounts.create(account, tx)
    if (!id) throw new OperatorError(`there is an account for ${account.email} already`)
    const details = { role: account.role ?? 'user' }
    await this.deps.platform.audit({ actorId: null, action: 'users.created', target: id, details }, tx)
    tx.emit('users.registered', { userId: id })
    return id
  }

  /** Checks what was given and hashes the password, which takes too long for a transaction. Throws `OperatorError`. */
  async prepare({ email, password, name, role }: OperatorAccount): Promise<NewAccount> {
    this.checkEmail(email)
    this.checkPassword(password, [email, name ?? ''])
    const passwordHash = await hashPassword(password)
    const fullName = name?.trim() || (email.split('@')[0] as string)
    return { email, name: fullName, passwordHash, role, verified: true }
  }

  /** Sets a password and signs the account out everywhere, tokens included. */
  async setPassword(email: string, password: string): Promise<void> {
    const account = await this.find(email)
    this.checkPassword(password, [email])
    await this.deps.accounts.setPassword(account.id, password)
    await this.deps.sessions.revokeAll(account.id)
    await this.deps.tokens.removeAll(account.id)
    await this.deps.platform.audit({ actorId: null, action: 'users.password.set', target: account.id })
  }

  /** A new role takes a new session (A53). */
  async setRole(email: string, role: 'user' | 'admin'): Promise<void> {
    const account = await this.find(email)
    if (account.role === role) return
    await this.deps.accounts.setRole(account.id, role)
    await this.deps.sessions.revokeAll(account.id)
    const details = { before: account.role, after: role }
    await this.deps.platform.audit({ actorId: null, action: 'users.role.changed', target: account.id, details })
  }

  private async find(email: string): Promise<Account> {
    const account = await this.deps.accounts.byEmail(email)
    if (!account) throw new OperatorError(`there is no account for ${email}`)
    return account
  }

  private checkEmail(email: string): void {
    if (!new RegExp(emailPattern, 'u').test(email) || email.length > 254)
      throw new OperatorError(`${email} is not an e-mail address`)
  }

  private checkPassword(password: string, known: string[]): void {
    const { length } = [...password]
    if (length < minPasswordLength || length > maxPasswordLength)
      throw new OperatorError(`the password must have ${minPasswordLength} to ${maxPasswordLength} characters`)
    if (isCommon(password, known)) throw new OperatorError('the password is too easy to guess')
  }
}
