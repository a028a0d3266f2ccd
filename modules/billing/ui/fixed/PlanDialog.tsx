import { useState } from 'react'
import { Dialog, useT } from '../../../web/ui.ts'
import type { Plan } from '../../contract.ts'
import type { CurrentSubscription } from '../billing-data.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { ChangeStep } from './ChangeStep.tsx'
import { CheckoutStep } from './CheckoutStep.tsx'
import { PlanStep } from './PlanStep.tsx'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The subscription to change; null: to the first one. */
  current: CurrentSubscription | null
}

/** Plans to choose from; then how to pay, or what the change costs. */
export const PlanDialog = ({ open, onOpenChange, current }: Props) => {
  const t = useT()
  const { price } = useBillingFormat()
  const [plan, setPlan] = useState<Plan | null>(null)
  const change = (next: boolean) => {
    setPlan(null)
    onOpenChange(next)
  }
  const frame = { open, onOpenChange: change }
  if (!plan)
    return (
      <Dialog {...frame} title={t(current ? 'billing:page.plans.changeTitle' : 'billing:page.plans.selectTitle')}>
        <PlanStep current={current} onPlan={setPlan} />
      </Dialog>
    )
  const { name } = plan.attributes
  const step = { plan, onBack: () => setPlan(null) }
  if (current?.actions.change && !current.resource.attributes.is_cancelled)
    return (
      <Dialog {...frame} title={t('billing:page.change.title', { plan: name })}>
        <ChangeStep {...step} current={current} onDone={() => change(false)} />
      </Dialog>
    )
  return (
    <Dialog
      {...frame}
      title={t('billing:page.methods.title')}
      text={t('billing:page.methods.text', { plan: name, price: price(plan) })}
    >
      <CheckoutStep {...step} endsPresent={current !== null} />
    </Dialog>
  )
}
