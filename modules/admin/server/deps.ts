import type { Billing } from '../../billing/index.ts'
import type { Db, Tx } from '../../platform/index.ts'
import type { Sharing } from '../../sharing/index.ts'
import type { Site } from '../../site/index.ts'
import type { Storage } from '../../storage/index.ts'
import type { Teams } from '../../teams/index.ts'
import type { Users } from '../../users/index.ts'

/** Notifications, a module beside this one. */
interface Notifications {
  create(
    notification: {
      userId: string
      category: 'system-alert'
      template: string
      action: { type: 'route'; params: { route: 'AdminDashboard'; id: null } }
    },
    tx: Tx,
  ): Promise<unknown>
}

/** Services of the modules that administrators govern. */
export interface AdminDeps {
  db: Db
  users: Users
  billing: Billing
  storage: Storage
  sharing: Sharing
  teams: Teams
  site: Site
  notifications: Notifications
  /** Version of the product. */
  version: string
  /** Restarts the server after the present response. `prepare` runs once all other work has stopped. */
  restart(prepare?: () => Promise<void>): void
}
