import type { StorageApi } from '../../storage/index.ts'
import type { Users } from '../../users/index.ts'
import type { SharingEntitlements } from './entitlements.ts'

/** Modules that sharing calls, and the entitlement checks that billing implements. */
export interface SharingDeps {
  users: Users
  storage: StorageApi
  entitlements: SharingEntitlements
}
