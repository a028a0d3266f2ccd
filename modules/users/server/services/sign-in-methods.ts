import type { Db } from '../../../platform/index.ts'
import { usersErrors } from '../errors.ts'

export type SignInMethod = 'password' | 'passkey' | 'identity'

const countSql = `select (password_hash is not null)::int as password,
    (select count(*)::int from passkeys p where p.user_id = u.id) as passkey,
    (select count(*)::int from sign_in_identities i where i.user_id = u.id) as identity
  from users u where id = $1`

/** The ways in which an account signs in; it keeps at least one. */
export class SignInMethods {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** How many of each an account has. */
  async count(userId: string): Promise<Record<SignInMethod, number>> {
    const [row] = await this.db.query<Record<SignInMethod, number>>(countSql, [userId])
    return row ?? { password: 0, passkey: 0, identity: 0 }
  }

  /** Throws 409 `last-sign-in-method` when one less of `method` leaves no way to sign in. */
  async requireAnother(userId: string, method: SignInMethod): Promise<void> {
    const counts = await this.count(userId)
    const left = Object.values(counts).reduce((sum, count) => sum + count, 0) - (counts[method] > 0 ? 1 : 0)
    if (left === 0) throw usersErrors.fail('last-sign-in-method')
  }
}
