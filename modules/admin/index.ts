export { createAdmin } from './server/admin.module.ts'
