import type { Db, NewAuditEntry, Tx } from '../../../platform/index.ts'
import type { UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import type { ProviderClients } from '../providers/clients.ts'
import type { ProviderIdentity } from './identities.ts'
import type { SessionRef, Sessions } from './sessions.ts'

const methodsSql = `select password_hash is not null or exists (select 1 from passkeys p where p.user_id = u.id) as own,
    array(select json_build_object('provider', i.provider, 'subject', i.subject)
      from sign_in_identities i where i.user_id = u.id) as identities
  from users u where id = $1`

/** `own`: the account has a password or a passkey. */
interface MethodsRow {
  own: boolean
  identities: ProviderIdentity[]
}

/** SQL that disables the second factor of account `$1`. */
export const disableSecondFactorSql = `update users set two_factor_secret = null, two_factor_recovery_codes = null,
  two_factor_last_step = null, two_factor_confirmed_at = null where id = $1`

/** The ways in which an account signs in: password, passkeys and identities. It keeps at least one. */
export class SignInMethods {
  private readonly db: Db
  private readonly sessions: Pick<Sessions, 'lockAndRequireActive'>
  private readonly clients: Pick<ProviderClients, 'usable'>
  constructor(db: Db, sessions: Pick<Sessions, 'lockAndRequireActive'>, clients: Pick<ProviderClients, 'usable'>) {
    this.db = db
    this.sessions = sessions
    this.clients = clients
  }

  /** Deletes passkeys, identities and the second factor of the account; resolves with an entry of the audit log for each. */
  async removeAllButPassword(userId: string, tx: Tx): Promise<Pick<NewAuditEntry, 'action' | 'target' | 'details'>[]> {
    const tables = tx.builder<UsersTables>()
    const passkeys = await tables.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute()
    const identities = await tables
      .deleteFrom('sign_in_identities')
      .where('user_id', '=', userId)
      .returning('provider')
      .execute()
    const enabled = await tables
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('two_factor_confirmed_at', 'is not', null)
      .execute()
    await tx.query(disableSecondFactorSql, [userId])
    return [
      ...passkeys.map(({ id }) => ({ action: 'users.passkey.deleted' as const, target: id })),
      ...identities.map(({ provider }) => ({
        action: 'users.identity.unlinked' as const,
        target: userId,
        details: { provider },
      })),
      ...enabled.map(() => ({ action: 'users.two-factor.disabled' as const, target: userId })),
    ]
  }

  /**
   * Runs `remove`, and undoes it when no way to sign in remains: 409 `last-sign-in-method`. An identity of a provider that is
   * not offered any more is none. Locks the account, so that two
   * removals at once do not both count the method that the other removes. Throws 401 when the caller's session has ended.
   */
  async removeOne<Result>(caller: SessionRef, remove: (tx: Tx) => Promise<Result>): Promise<Result> {
    const isUsable = await this.clients.usable()
    return this.db.transaction(async (tx) => {
      await this.sessions.lockAndRequireActive(caller, tx)
      const result = await remove(tx)
      const [left] = await tx.query<MethodsRow>(methodsSql, [caller.userId])
      if (left && !left.own && !left.identities.some(isUsable)) throw usersErrors.fail('last-sign-in-method')
      return result
    })
  }
}
