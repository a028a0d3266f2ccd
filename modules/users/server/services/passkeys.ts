import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Platform, RowOf, Tx } from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import type { UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import { displayName } from '../names.ts'
import type { SessionRef, Sessions } from './sessions.ts'
import type { SignInMethods } from './sign-in-methods.ts'

/** Loaded with the first passkey: 250 files that a start does not need. */
const webauthn = () => import('@simplewebauthn/server')
const maxPasskeys = 20
/** COSE numbers of EdDSA, ES256 and RS256: every browser and authenticator supports at least one. */
const algorithms = [-8, -7, -257]

export type PasskeyRow = Pick<RowOf<UsersTables['passkeys']>, 'id' | 'name' | 'created_at' | 'last_used_at'>

/** Records and mails a change of the passkey with this id. */
type Report = (tx: Tx, id: string) => Promise<void>

/** WebAuthn credentials. The authenticator verifies its user each time, so that a passkey alone is two factors. */
export class Passkeys {
  private readonly platform: Pick<Platform, 'db' | 'config' | 'settings'>
  private readonly methods: SignInMethods
  private readonly sessions: Pick<Sessions, 'lockSharedAndRequireActive'>
  constructor(
    platform: Pick<Platform, 'db' | 'config' | 'settings'>,
    methods: SignInMethods,
    sessions: Pick<Sessions, 'lockSharedAndRequireActive'>,
  ) {
    this.platform = platform
    this.methods = methods
    this.sessions = sessions
  }

  list(userId: string): Promise<PasskeyRow[]> {
    return this.tables()
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
  }

  async registrationOptions(account: Account) {
    const existing = await this.credentialsOf(account.id)
    const { generateRegistrationOptions } = await webauthn()
    return generateRegistrationOptions({
      rpName: await this.platform.settings.get('app_title'),
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
   * `report` belongs to the transaction that stores the passkey. Throws 401 when the session ends meanwhile, 422
   * `passkey-invalid`, `passkeys-limit`.
   */
  async register(
    caller: SessionRef,
    { name, response, challenge }: { name: string; response: RegistrationResponseJSON; challenge: string },
    report: Report,
  ): Promise<PasskeyRow> {
    const { verifyRegistrationResponse } = await webauthn()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: this.platform.config.appUrl,
      expectedRPID: this.host(),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch((cause: unknown) => {
      throw usersErrors.fail('passkey-invalid', { cause })
    })
    if (!verified) throw usersErrors.fail('passkey-invalid')
    const { userId } = caller
    if ((await this.list(userId)).length >= maxPasskeys)
      throw usersErrors.fail('passkeys-limit', { values: { count: maxPasskeys } })
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return this.platform.db.transaction(async (tx) => {
      await this.sessions.lockSharedAndRequireActive(caller, tx)
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
      await report(tx, created.id)
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
    const found = await this.tables()
      .selectFrom('passkeys')
      .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
      .where('credential_id', '=', response.id)
      .executeTakeFirst()
    if (!found) throw usersErrors.fail('passkey-invalid')
    const { verifyAuthenticationResponse } = await webauthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: this.platform.config.appUrl,
      expectedRPID: this.host(),
      requireUserVerification: true,
      credential: {
        id: found.credential_id,
        publicKey: new Uint8Array(found.public_key),
        counter: found.counter,
      },
    }).catch((cause: unknown) => {
      throw usersErrors.fail('passkey-invalid', { cause })
    })
    if (!verified) throw usersErrors.fail('passkey-invalid')
    const { numUpdatedRows } = await this.tables()
      .updateTable('passkeys')
      .set({ counter: authenticationInfo.newCounter, last_used_at: sql<Date>`now()` })
      .where('id', '=', found.id)
      .executeTakeFirstOrThrow()
    // It was removed meanwhile.
    if (numUpdatedRows === 0n) throw usersErrors.fail('passkey-invalid')
    return found
  }

  /** Throws 422 `passkey-invalid` when the passkey was removed. For a sign-in, whose `tx` has locked the account. */
  async require(id: string, tx: Tx): Promise<void> {
    const found = await tx.query('select 1 from passkeys where id = $1', [id])
    if (found.length === 0) throw usersErrors.fail('passkey-invalid')
  }

  /**
   * False when this user has no such passkey. `report` belongs to the transaction that deletes it. Throws 401 when the
   * session ends meanwhile, 409 `last-sign-in-method`.
   */
  async remove(caller: SessionRef, id: string, report: Report): Promise<boolean> {
    return this.methods.removeOne(caller, async (tx) => {
      const { numDeletedRows } = await tx
        .builder<UsersTables>()
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', caller.userId)
        .executeTakeFirstOrThrow()
      if (numDeletedRows > 0n) await report(tx, id)
      return numDeletedRows > 0n
    })
  }

  private async credentialsOf(userId: string) {
    const found = await this.tables()
      .selectFrom('passkeys')
      .select(['credential_id', 'transports'])
      .where('user_id', '=', userId)
      .execute()
    return found.map(({ credential_id, transports }) => ({ id: credential_id, transports }))
  }

  /** The relying party: passkeys belong to the host of APP_URL. */
  private host(): string {
    return new URL(this.platform.config.appUrl).hostname
  }

  private tables() {
    return this.platform.db.builder<UsersTables>()
  }
}
