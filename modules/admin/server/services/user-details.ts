import { ownedItems } from '../../../storage/index.ts'
import type { AdminUserDetails, UserHoldings } from '../../contract.ts'
import type { AdminDeps } from '../deps.ts'
import type { UserList } from './user-list.ts'

/** Details and holdings of one account. Throws 404 for an unknown account. */
export class UserDetails {
  private readonly deps: AdminDeps
  private readonly userList: UserList
  constructor(deps: AdminDeps, userList: UserList) {
    this.deps = deps
    this.userList = userList
  }

  async require(id: string): Promise<void> {
    await this.deps.users.administration.find(id)
  }

  async read(id: string, locale: string): Promise<AdminUserDetails> {
    const { users, billing } = this.deps
    const [user, account, credentials, own_limits] = await Promise.all([
      this.userList.find(id, locale),
      users.administration.find(id),
      users.administration.credentialsOf(id),
      billing.entitlements.ownLimits(id),
    ])
    const { max_storage_bytes, max_team_members } = account
    const deletion_waits = account.deletion_reason === 'requested'
    const deletion_ordered = account.deletion_reason === 'ordered' || account.deletion_reason === 'unverified'
    const meta = { ...credentials, deletion_waits, deletion_ordered, max_storage_bytes, max_team_members, own_limits }
    return { ...user, relationships: { settings: { data: users.presentSettings(account) } }, meta }
  }

  async holdings(id: string, locale: string): Promise<UserHoldings> {
    const { sharing, teams, billing, db } = this.deps
    const [user, items, shared, team_folders, held] = await Promise.all([
      this.userList.find(id, locale),
      ownedItems(db, id),
      sharing.ownedLinks(id),
      teams.ownedTeams(id),
      billing.administration.holdings(id, locale),
    ])
    return { ...items, ...shared, team_folders, storage: user.attributes.storage.used, billing: held }
  }
}
