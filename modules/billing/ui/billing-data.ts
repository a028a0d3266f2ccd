import type { BillingOverview } from '../contract.ts'

export type BillingData = BillingOverview
/** A subscription to a fixed plan, and what its gateway can do with it. */
export type CurrentSubscription = NonNullable<BillingOverview['subscription']>
