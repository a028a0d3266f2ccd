export { createAdmin } from './server/admin.module.ts'
export type { AdminDeps } from './server/deps.ts'
