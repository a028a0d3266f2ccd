export { GarbageCollector } from './server/garbage-collector.ts'
export { createMaintenance } from './server/maintenance.ts'
export { appKeyOf, reportOf, restoreBackup, verifyBackup } from './server/restore.ts'
export { maintenanceSettings } from './server/settings.ts'
