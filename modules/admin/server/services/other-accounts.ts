import type { AuditActor, Tx } from '../../../platform/index.ts'
import { isSameName } from '../../../shared/contract.ts'
import type { AdminDeps } from '../deps.ts'
import { adminErrors } from '../errors.ts'
import type { UserList } from './user-list.ts'

interface Deletion {
  id: string
  /** Name of the account, as the administrator typed it to confirm. */
  name: string
  locale: string
}

/** Actions that administrators may apply to other accounts, but not to their own. */
export class OtherAccounts {
  private readonly deps: Pick<AdminDeps, 'users' | 'billing'>
  private readonly userList: UserList
  constructor(deps: Pick<AdminDeps, 'users' | 'billing'>, userList: UserList) {
    this.deps = deps
    this.userList = userList
  }

  /** Ids of the accounts that were active; within `tx` if given. Throws 409 `own-account`, `last-admin`. */
  async suspend(ids: readonly string[], reason: string | null, actor: AuditActor, tx?: Tx): Promise<string[]> {
    if (ids.includes(actor.actorId)) throw adminErrors.fail('own-account')
    return this.deps.users.suspensions.suspend(ids, reason, actor, tx)
  }

  /**
   * Deletes an account. Throws 404; 409 `active-subscription`, `own-account`, `last-admin`; 422 `name-mismatch`. `confirm`
   * comes after these checks: an administrator is not asked to confirm a deletion that is rejected.
   */
  async delete({ id, name, locale }: Deletion, actor: AuditActor, confirm: () => Promise<void>): Promise<void> {
    const { users, billing } = this.deps
    const { attributes } = await this.userList.find(id, locale)
    const { subscription } = await billing.administration.holdings(id, locale)
    if (subscription?.status === 'active') throw adminErrors.fail('active-subscription')
    if (actor.actorId === id) throw adminErrors.fail('own-account')
    if (!isSameName(name, attributes.name)) throw adminErrors.fail('name-mismatch')
    await confirm()
    await users.administration.delete(id, actor)
  }
}
