import { defineEntity, p } from '@mikro-orm/core'

/** State of checks that are done in slices (`StoredProgress`). */
export const MaintenanceProgressEntity = defineEntity({
  name: 'MaintenanceProgress',
  tableName: 'maintenance_progress',
  properties: { name: p.text().primary(), state: p.json() },
})
