import { useState } from 'react'
import { Button, Card, useData, useT } from '../../../web/ui.ts'
import type { Subscription } from '../../contract.ts'
import type { BillingData } from '../billing-data.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { PlanDialog } from './PlanDialog.tsx'
import { PlanLimits } from './PlanLimits.tsx'

interface Props {
  /** The plan that the account had last. */
  ended: Subscription | null
  /** A payment for a plan may still arrive. */
  isAwaited: boolean
}

/** The account has no plan. */
export const FreePlanCard = ({ ended, isAwaited }: Props) => {
  const t = useT()
  const { date } = useBillingFormat()
  const { plans, options } = useData<BillingData>()
  const [open, setOpen] = useState(false)
  const canUpgrade = plans.length > 0 && options.length > 0
  const endedAt = ended?.attributes.ends_at
  return (
    <Card
      title={t('billing:page.free.title')}
      text={canUpgrade ? t('billing:page.free.text') : undefined}
      actions={
        canUpgrade && (
          <Button variant="solid" loading={isAwaited} onClick={() => setOpen(true)} className="phone:hidden">
            {t('billing:page.free.upgrade')}
          </Button>
        )
      }
    >
      {ended && endedAt && (
        <p className="mb-4 text-small text-muted">
          {t('billing:page.free.ended', { plan: ended.attributes.name, date: date(endedAt) })}
        </p>
      )}
      <PlanLimits />
      {canUpgrade && (
        <Button variant="solid" wide loading={isAwaited} onClick={() => setOpen(true)} className="mt-5 sm:hidden">
          {t('billing:page.free.upgrade')}
        </Button>
      )}
      <PlanDialog open={open} onOpenChange={setOpen} current={null} />
    </Card>
  )
}
