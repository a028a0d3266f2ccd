export { type Billing, type BillingDeps, createBilling } from './server/billing.module.ts'
export { billingEntities } from './server/entities/index.ts'
export type { Restrictions } from './server/restrictions.ts'
export { billingSettings } from './server/settings.ts'
