import type { Billing } from '../../billing/index.ts'
import type { createNotifications } from '../../notifications/index.ts'
import type { Db } from '../../platform/index.ts'
import type { Sharing } from '../../sharing/index.ts'
import type { Site } from '../../site/index.ts'
import type { Storage } from '../../storage/index.ts'
import type { Teams } from '../../teams/index.ts'
import type { Users } from '../../users/index.ts'

type Notifications = ReturnType<typeof createNotifications>

/** Services of the modules that administrators govern. */
export interface AdminDeps {
  db: Db
  users: Users
  billing: Billing
  storage: Storage
  sharing: Sharing
  teams: Teams
  site: Site
  notifications: Pick<Notifications, 'create'>
  /** Version of the product. */
  version: string
  /** Restarts the server after the present response. `prepare` runs once all other work has stopped. */
  restart(prepare?: () => Promise<void>): void
}
