import type { Subscription } from '../../../billing/contract.ts'
import { cx, useT } from '../../../web/ui.ts'
import { Cell, HeadCell, TableBox } from '../Table.tsx'
import { AccountName } from './AccountName.tsx'
import { SubscriptionStatus } from './SubscriptionStatus.tsx'
import { useDates } from './useDates.ts'
import { usePlanTexts } from './usePlanTexts.ts'

/** On phones the state and its date stand below the plan; that of a metered one below the user. */
const phoneHidden = ['status', 'renews', 'ends', 'service']

const classOf = (column: string) => (phoneHidden.includes(column) ? 'phone:hidden' : undefined)

interface Props {
  label: string
  subscriptions: readonly Subscription[]
  /** Metered ones are never cancelled, and differ only in their user. */
  metered?: boolean
  inCard?: boolean
}

export const SubscriptionsTable = ({ label, subscriptions, metered = false, inCard = false }: Props) => {
  const t = useT()
  const date = useDates()
  const { price } = usePlanTexts()
  const columns = metered
    ? (['user', 'renews', 'service'] as const)
    : (['user', 'status', 'note', 'renews', 'ends', 'service'] as const)
  const cell = (subscription: Subscription, column: (typeof columns)[number]) => {
    const { attributes, relationships } = subscription
    const user = relationships.user.data
    const plan = relationships.plan.data
    const onPhones = (
      <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted sm:hidden">
        {!metered && <SubscriptionStatus subscription={subscription} />}
        {date(attributes.ends_at ?? attributes.renews_at)}
      </span>
    )
    switch (column) {
      case 'user':
        return (
          <>
            <AccountName user={{ id: user.id, ...user.attributes }} />
            {metered && onPhones}
          </>
        )
      case 'status':
        return <SubscriptionStatus subscription={subscription} />
      case 'note':
        return (
          <>
            {attributes.name}
            <span className="block text-12 text-muted tabular-nums">{price(plan)}</span>
            {onPhones}
          </>
        )
      case 'renews':
        return date(attributes.renews_at)
      case 'ends':
        return date(attributes.ends_at)
      case 'service':
        return t(`admin:billing.driver.${attributes.driver}`)
    }
  }
  return (
    <TableBox label={label} inCard={inCard}>
      <thead>
        <tr className="border-b border-line">
          {columns.map((column) => (
            <HeadCell key={column} className={classOf(column)}>
              {t(`admin:subscriptions.column.${column}`)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {subscriptions.map((subscription) => (
          <tr key={subscription.id} data-subscription={subscription.id}>
            {columns.map((column) => (
              <Cell key={column} className={cx('whitespace-nowrap', classOf(column))}>
                {cell(subscription, column)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </TableBox>
  )
}
