import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Executor, Platform, RowOf, Tx } from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import type { UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import { displayName } from '../names.ts'
import type { AccountMails } from './account-mails.ts'
import type { Accounts } from './accounts.ts'
import type { SessionRef, Sessions } from './sessions.ts'
import type { SignInMethods } from './sign-in-methods.ts'

/** Loaded with the first passkey: 250 files that a start does not need. */
const webauthn = () => import('@simplewebauthn/server')
const maxPasskeys = 20
/** COSE numbers of EdDSA, ES256 and RS256: every browser and authenticator supports at least one. */
const algorithms = [-8, -7, -257]

const requireRoom = ({ length }: readonly unknown[]): void => {
  if (length >= maxPasskeys) throw usersErrors.fail('passkeys-limit', { values: { count: maxPasskeys } })
}

export type PasskeyRow = Pick<RowOf<UsersTables['passkeys']>, 'id' | 'name' | 'created_at' | 'last_used_at'>

interface PasskeyChange {
  userId: string
  change: 'created' | 'deleted'
  id: string
  ip: string
}

interface PasskeysDeps {
  platform: Pick<Platform, 'db' | 'config' | 'settings' | 'audit'>
  accounts: Accounts
  mails: AccountMails
  methods: SignInMethods
  sessions: Pick<Sessions, 'lockAndRequireActive'>
}

const rejectResponse = (cause: unknown): never => {
  throw usersErrors.fail('passkey-invalid', { cause })
}

/** WebAuthn credentials. The authenticator verifies its user each time, so that a passkey alone is two factors. */
export class Passkeys {
  private readonly deps: PasskeysDeps
  constructor(deps: PasskeysDeps) {
    this.deps = deps
  }

  list(userId: string): Promise<PasskeyRow[]> {
    return this.tables()
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
  }

  /** Throws 422 `passkeys-limit`: the authenticator would store a passkey that is not accepted. */
  async registrationOptions(account: Account) {
    const existing = await this.credentialsOf(account.id)
    requireRoom(existing)
    const { generateRegistrationOptions } = await webauthn()
    return generateRegistrationOptions({
      rpName: await this.deps.platform.settings.get('app_title'),
      rpID: this.host(),
      userName: account.email,
      userID: new TextEncoder().encode(account.id),
      userDisplayName: displayName(account),
      excludeCredentials: existing,
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  }

  /**
   * Stores a new passkey of the caller, who is notified. Throws 401 when the session ends meanwhile, 422 `passkey-invalid`,
   * `passkeys-limit`.
   */
  async register(
    caller: SessionRef,
    { name, response, challenge }: { name: string; response: RegistrationResponseJSON; challenge: string },
    ip: string,
  ): Promise<PasskeyRow> {
    const { verifyRegistrationResponse } = await webauthn()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      ...this.expected(challenge),
      supportedAlgorithmIDs: algorithms,
    }).catch(rejectResponse)
    if (!verified) throw usersErrors.fail('passkey-invalid')
    const { userId } = caller
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return this.deps.platform.db.transaction(async (tx) => {
      await this.deps.sessions.lockAndRequireActive(caller, tx)
      requireRoom(await this.credentialsOf(userId, tx))
      const created = await tx
        .builder<UsersTables>()
        .insertInto('passkeys')
        .values({
          user_id: userId,
          credential_id: id,
          public_key: Buffer.from(publicKey),
          counter,
          transports: sql<string[]>`${JSON.stringify(transports ?? [])}::jsonb`,
          name,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'name', 'created_at', 'last_used_at'])
        .executeTakeFirst()
      if (!created) throw usersErrors.fail('passkey-invalid')
      await this.report({ userId, change: 'created', id: created.id, ip }, tx)
      return created
    })
  }

  /** `userId`: offers this account's passkeys only; null: every passkey that the browser has for this site. */
  async authenticationOptions(userId: string | null) {
    const { generateAuthenticationOptions } = await webauthn()
    return generateAuthenticationOptions({
      rpID: this.host(),
      userVerification: 'required',
      ...(userId ? { allowCredentials: await this.credentialsOf(userId) } : {}),
    })
  }

  /** The passkey that signed the challenge, and its account. Throws 422 `passkey-invalid`. */
  async authenticate(
    response: AuthenticationResponseJSON,
    challenge: string,
  ): Promise<Pick<RowOf<UsersTables['passkeys']>, 'id' | 'user_id'>> {
    const passkey = await this.tables()
      .selectFrom('passkeys')
      .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
      .where('credential_id', '=', response.id)
      .executeTakeFirst()
    if (!passkey) throw usersErrors.fail('passkey-invalid')
    const { verifyAuthenticationResponse } = await webauthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      ...this.expected(challenge),
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }).catch(rejectResponse)
    if (!verified) throw usersErrors.fail('passkey-invalid')
    const { numUpdatedRows } = await this.tables()
      .updateTable('passkeys')
      .set({ counter: authenticationInfo.newCounter, last_used_at: sql<Date>`now()` })
      .where('id', '=', passkey.id)
      .executeTakeFirstOrThrow()
    // It was removed meanwhile.
    if (numUpdatedRows === 0n) throw usersErrors.fail('passkey-invalid')
    return passkey
  }

  /**
   * Throws 422 `passkey-invalid` when the passkey was removed. Called within a sign-in, whose `tx` has locked the
   * account.
   */
  async require(id: string, tx: Tx): Promise<void> {
    if (!(await tx.query('select 1 from passkeys where id = $1', [id]))[0]) throw usersErrors.fail('passkey-invalid')
  }

  /**
   * Deletes a passkey of the caller, who is notified. False when they have no such passkey. Throws 401 when the session ends
   * meanwhile, 409 `last-sign-in-method`.
   */
  async remove(caller: SessionRef, id: string, ip: string): Promise<boolean> {
    const { userId } = caller
    return this.deps.methods.removeOne(caller, async (tx) => {
      const { numDeletedRows } = await tx
        .builder<UsersTables>()
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      if (numDeletedRows > 0n) await this.report({ userId, change: 'deleted', id, ip }, tx)
      return numDeletedRows > 0n
    })
  }

  /** Demands on the response of an authenticator, whether it registers or signs in. */
  private expected(challenge: string) {
    return {
      expectedChallenge: challenge,
      expectedOrigin: this.deps.platform.config.appUrl,
      expectedRPID: this.host(),
      requireUserVerification: true,
    }
  }

  /** Records and mails a change of a passkey when `tx` is committed. */
  private async report({ userId, change, id, ip }: PasskeyChange, tx: Tx): Promise<void> {
    const { platform, accounts, mails } = this.deps
    await platform.audit({ actorId: userId, ip, action: `users.passkey.${change}`, target: id }, tx)
    tx.emit('users.security.changed', { userId })
    const account = await accounts.byId(userId, tx)
    if (account) await mails.notice(account, change === 'created' ? 'passkey-added' : 'passkey-removed', tx)
  }

  private async credentialsOf(userId: string, executor: Executor = this.deps.platform.db) {
    const passkeys = await executor
      .builder<UsersTables>()
      .selectFrom('passkeys')
      .select(['credential_id', 'transports'])
      .where('user_id', '=', userId)
      .execute()
    return passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports }))
  }

  /** The relying party: passkeys belong to the host of APP_URL. */
  private host(): string {
    return new URL(this.deps.platform.config.appUrl).hostname
  }

  private tables() {
    return this.deps.platform.db.builder<UsersTables>()
  }
}
