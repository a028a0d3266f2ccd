import { defineEntity, p } from '@mikro-orm/core'

/** Where checks that are done in slices go on (`Progress`). */
export const MaintenanceProgressEntity = defineEntity({
  name: 'MaintenanceProgress',
  tableName: 'maintenance_progress',
  properties: { name: p.text().primary(), state: p.json() },
})
