import { useState } from 'react'
import { Button, useData, useT } from '../../../web/ui.ts'
import type { Plan } from '../../contract.ts'
import type { BillingData, CurrentSubscription } from '../billing-data.ts'
import { DialogForm } from '../DialogForm.tsx'
import { useBillingFormat } from '../useBillingFormat.ts'
import { PlanChoice } from './PlanChoice.tsx'
import { offersTo } from './plan-offers.ts'

interface Props {
  current: CurrentSubscription | null
  onPlan: (plan: Plan) => void
}

/** The plans; warns of a plan that is too small for the stored bytes. */
export const PlanStep = ({ current, onPlan }: Props) => {
  const t = useT()
  const { bytes } = useBillingFormat()
  const { plans: offered, storage } = useData<BillingData>()
  const plans = offersTo(current, offered)
  const [chosen, setChosen] = useState<string | null>(null)
  const plan = plans.find(({ id }) => id === chosen)
  const limit = plan?.attributes.features.max_storage_amount ?? null
  const isTooSmall = limit !== null && storage.use > limit * 1e9
  return (
    <DialogForm
      onSubmit={() => plan && onPlan(plan)}
      buttons={
        <Button type="submit" variant="solid" disabled={!plan}>
          {t('billing:page.plans.next')}
        </Button>
      }
    >
      <div>
        <PlanChoice
          plans={plans}
          value={chosen}
          onValue={setChosen}
          present={current?.resource.relationships.plan.data ?? null}
          // A cancelled plan may be subscribed to again; one that is to change may be kept.
          locked={current?.resource.attributes.is_cancelled === false && !current.resource.attributes.next_plan}
        />
        <p role="status" className="mt-3 text-small text-warning-text empty:mt-0">
          {isTooSmall && t('billing:page.plans.tooSmall', { used: bytes(storage.use), total: bytes(limit * 1e9) })}
        </p>
      </div>
    </DialogForm>
  )
}
