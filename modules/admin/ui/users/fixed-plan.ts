import type { AdminUser } from '../../contract.ts'

/** True when the account is subscribed to a fixed plan, perhaps since before the engine of billing was changed. */
export const hasFixedPlan = ({ attributes: { plan } }: Pick<AdminUser, 'attributes'>): boolean =>
  plan !== null && plan.estimate === null
