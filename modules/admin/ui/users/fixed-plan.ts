import type { AdminUser } from '../../contract.ts'

/** Whether an account is subscribed to a fixed plan; it may be from before the engine was changed. */
export const hasFixedPlan = ({ attributes: { plan } }: Pick<AdminUser, 'attributes'>): boolean =>
  plan !== null && plan.estimate === null
