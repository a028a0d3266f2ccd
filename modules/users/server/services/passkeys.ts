import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Platform, RowOf } from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import type { UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import { displayName } from '../names.ts'
import type { SignInMethods } from './sign-in-methods.ts'

/** Loaded with the first passkey: 250 files that a start does not need. */
const webauthn = () => import('@simplewebauthn/server')
const maxPasskeys = 20
/** COSE numbers of EdDSA, ES256 and RS256, which every browser and authenticator has one of. */
const algorithms = [-8, -7, -257]

export type PasskeyRow = Pick<RowOf<UsersTables['passkeys']>, 'id' | 'name' | 'created_at' | 'last_used_at'>

/** WebAuthn credentials. The authenticator verifies its user each time, so that a passkey alone is two factors. */
export class Passkeys {
  private readonly platform: Pick<Platform, 'db' | 'config' | 'settings'>
  private readonly methods: SignInMethods
  constructor(platform: Pick<Platform, 'db' | 'config' | 'settings'>, methods: SignInMethods) {
    this.platform = platform
    this.methods = methods
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

  /** Throws 422 `passkey-invalid`, `passkeys-limit`. */
  async register(userId: string, name: string, response: RegistrationResponseJSON, challenge: string) {
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
    if ((await this.list(userId)).length >= maxPasskeys)
      throw usersErrors.fail('passkeys-limit', { values: { count: maxPasskeys } })
    const { id, publicKey, counter, transports } = registrationInfo.credential
    const created = await this.tables()
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
    return created
  }

  /** `userId`: offers this account's passkeys only; null: whichever the browser has for this site. */
  async authenticationOptions(userId: string | null) {
    const { generateAuthenticationOptions } = await webauthn()
    return generateAuthenticationOptions({
      rpID: this.host(),
      userVerification: 'required',
      ...(userId ? { allowCredentials: await this.credentialsOf(userId) } : {}),
    })
  }

  /** The account whose passkey signed the challenge. Throws 422 `passkey-invalid`. */
  async authenticate(response: AuthenticationResponseJSON, challenge: string): Promise<string> {
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
    await this.tables()
      .updateTable('passkeys')
      .set({ counter: authenticationInfo.newCounter, last_used_at: sql<Date>`now()` })
      .where('id', '=', found.id)
      .execute()
    return found.user_id
  }

  /** The name of the removed passkey; null when this user has no such passkey. Throws 409 `last-sign-in-method`. */
  async remove(userId: string, id: string): Promise<string | null> {
    const removed = await this.methods.removeOne(userId, (tx) =>
      tx
        .builder<UsersTables>()
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('name')
        .executeTakeFirst(),
    )
    return removed?.name ?? null
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
