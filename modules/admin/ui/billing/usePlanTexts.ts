import type { Plan } from '../../../billing/contract.ts'
import { useT } from '../../../web/ui.ts'

/** Texts of a plan: its interval, and its price per interval. */
export const usePlanTexts = () => {
  const t = useT()
  const interval = ({ attributes }: Plan) => t(`admin:plans.interval.${attributes.interval ?? 'metered'}`)
  const price = (plan: Plan) => {
    const { price, interval: every } = plan.attributes
    if (price === null) return interval(plan)
    return t(`billing:page.subscription.${every === 'year' ? 'perYear' : 'perMonth'}`, { price })
  }
  return { interval, price }
}
