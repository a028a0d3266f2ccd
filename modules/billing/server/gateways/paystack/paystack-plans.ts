import type { PlanDetails } from '../gateway-client.ts'
import type { PaystackConnection } from './paystack-connection.ts'
import { paystackUnits } from './paystack-units.ts'

const intervals = { month: 'monthly', year: 'annually' }

/** Creates the plan of a version, or brings the name and description of `price` up to date. Resolves with its code. */
export const syncPaystackPlan = async (
  paystack: PaystackConnection,
  plan: PlanDetails,
  price: string | null,
): Promise<string> => {
  const { name, description, currency, interval } = plan
  const amount = paystackUnits.toGateway(plan)
  const details = { name, ...(description ? { description } : {}) }
  if (price !== null) {
    // Paystack updates by PUT; existing subscribers keep what they pay.
    await paystack.call({
      method: 'PUT',
      path: `/plan/${encodeURIComponent(price)}`,
      body: { ...details, amount, interval: intervals[interval] },
      repeatable: true,
    })
    return price
  }
  const body = { ...details, amount, currency, interval: intervals[interval] }
  const { plan_code } = await paystack.call<{ plan_code: string }>({ method: 'POST', path: '/plan', body })
  return plan_code
}
