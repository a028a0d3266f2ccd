import type { ReactNode } from 'react'
import { Callout, useT } from '../../../web/ui.ts'
import type { Plan } from '../../contract.ts'
import { useBillingFormat } from '../useBillingFormat.ts'

interface Amount {
  amount: number
  formatted: string
}
export interface ProrationData {
  credit: Amount
  charge: Amount
  due: Amount
  remaining: Amount
  renews_at: string
}

interface Props {
  preview: ProrationData
  plan: Plan
  /** Name of the present plan. */
  from: string
  /** The present plan is kept instead of another one that was to begin with the next payment. */
  isPresent: boolean
  /** The gateway asks the user, and does not charge for the rest of the present period. */
  atGateway: boolean
  gateway: string
}

/** The lines of a change of plan: its credit, its charge, the amount due now, and later periods. */
export const ProrationLines = ({ preview, plan, from, isPresent, atGateway, gateway }: Props) => {
  const t = useT()
  const { date, price } = useBillingFormat()
  const { credit, charge, due, remaining, renews_at } = preview
  const values = { plan: plan.attributes.name, date: date(renews_at) }
  if (atGateway)
    return (
      <Callout>
        {t(`billing:page.change.${isPresent ? 'keptAtGateway' : 'atGateway'}`, { ...values, gateway, from })}
      </Callout>
    )
  return (
    <>
      <dl className="flex flex-col gap-2.5 tabular-nums">
        <Row label={t('billing:page.change.charge', values)}>{charge.formatted}</Row>
        <Row label={t('billing:page.change.credit', { plan: from })}>−{credit.formatted}</Row>
        <Row label={t('billing:page.change.due')} strong>
          {due.formatted}
        </Row>
        {remaining.amount > 0 && <Row label={t('billing:page.change.remaining')}>{remaining.formatted}</Row>}
      </dl>
      <p className="text-small text-muted">{t('billing:page.change.after', { ...values, price: price(plan) })}</p>
    </>
  )
}

const Row = ({ label, strong, children }: { label: string; strong?: boolean; children: ReactNode }) => (
  <div
    className={
      strong
        ? 'flex justify-between gap-4 border-t border-line pt-3 text-16 font-semibold'
        : 'flex justify-between gap-4'
    }
  >
    <dt className={strong ? undefined : 'text-muted'}>{label}</dt>
    <dd>{children}</dd>
  </div>
)
