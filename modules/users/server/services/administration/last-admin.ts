import type { Tx } from '../../../../platform/index.ts'
import { usersErrors } from '../../errors.ts'

/**
 * Throws 409 `last-admin` when no active administrator would remain without these accounts. Locks all administrators,
 * so that two of them cannot demote each other at once.
 */
export const requireOtherAdmin = async (tx: Tx, userIds: readonly string[]): Promise<void> => {
  await tx.query("select id from users where role = 'admin' order by id for update")
  const [admins] = await tx.query<{ affected: boolean; remains: boolean }>(
    `select exists (select 1 from users where role = 'admin' and id = any($1::uuid[])) as affected,
       exists (select 1 from users where role = 'admin' and status = 'active' and deletion_at is null
         and id <> all($1::uuid[])) as remains`,
    [userIds],
  )
  if (admins?.affected && !admins.remains) throw usersErrors.fail('last-admin')
}
