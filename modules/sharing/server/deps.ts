import type { StorageApi } from '../../storage/index.ts'
import type { Users } from '../../users/index.ts'
import type { Gates } from './gates.ts'

/** What sharing builds upon. */
export interface SharingDeps {
  users: Users
  storage: StorageApi
  gates: Gates
}
