import type { StorageApi } from '../../storage/index.ts'
import type { Users } from '../../users/index.ts'

/** Limits of an account for team folders; billing implements them. */
export interface TeamEntitlements {
  canCreateTeamFolder(ownerId: string): Promise<{ allowed: boolean }>
  /** `limit`: how many people the account may work with in team folders; null: any number. */
  canInviteTeamMembers(ownerId: string): Promise<{ allowed: boolean; limit: number | null }>
}

/** Modules that teams calls, and the entitlements that billing implements. */
export interface TeamsDeps {
  users: Pick<Users, 'accounts' | 'sendVerification'>
  storage: StorageApi
  entitlements: TeamEntitlements
  /** Users to be notified of changes in folders (`Storage.watchers`). */
  watchers: { add(find: (ownerId: string, parentIds: readonly (string | null)[]) => Promise<FolderWatcher[]>): void }
}

export interface FolderWatcher {
  userId: string
  parentId: string | null
}
