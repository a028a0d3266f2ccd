import type { Subscription } from '../../../billing/contract.ts'
import { cx, useT } from '../../../web/ui.ts'
import { HeadCell, TableBox, TableCell } from '../Table.tsx'
import { AccountName } from './AccountName.tsx'
import { SubscriptionStatusBadge } from './SubscriptionStatusBadge.tsx'
import { useDayFormat } from './useDayFormat.ts'
import { usePlanTexts } from './usePlanTexts.ts'

const phoneHidden = ['status', 'renews', 'ends', 'service']

/**
 * Below the width `xl`, and in a card, the end is shown in the column of the renewal, and the service under the plan. On
 * phones status and date are shown under the plan; in the table of metered subscriptions the date is under the user.
 */
const classOf = (column: string, { inCard, metered }: { inCard: boolean; metered: boolean }) => {
  if (!metered && (column === 'ends' || column === 'service')) return inCard ? 'hidden' : 'max-xl:hidden'
  return phoneHidden.includes(column) ? 'phone:hidden' : undefined
}

interface Props {
  label: string
  subscriptions: readonly Subscription[]
  /** Metered subscriptions: they are never cancelled, and differ only in their user. */
  metered?: boolean
  inCard?: boolean
}

export const SubscriptionsTable = ({ label, subscriptions, metered = false, inCard = false }: Props) => {
  const t = useT()
  const date = useDayFormat()
  const { price } = usePlanTexts()
  const columns = metered
    ? (['user', 'renews', 'service'] as const)
    : (['user', 'status', 'note', 'renews', 'ends', 'service'] as const)
  const cell = (subscription: Subscription, column: (typeof columns)[number]) => {
    const { attributes, relationships } = subscription
    const user = relationships.user.data
    const plan = relationships.plan.data
    // The end of a period that is not paid is no renewal.
    const renewsAt = attributes.is_unpaid ? null : attributes.renews_at
    const service = t(`admin:billing.driver.${attributes.driver}`)
    const onPhones = (
      <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted sm:hidden">
        {!metered && <SubscriptionStatusBadge subscription={subscription} />}
        {date(attributes.ends_at ?? renewsAt)}
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
        return <SubscriptionStatusBadge subscription={subscription} />
      case 'note':
        return (
          <>
            {attributes.name}
            <span className="block text-12 text-muted tabular-nums">{price(plan)}</span>
            <span className={cx('block text-12 text-muted', !inCard && 'xl:hidden')}>{service}</span>
            {onPhones}
          </>
        )
      case 'renews':
        if (!attributes.ends_at) return date(renewsAt)
        return (
          <>
            <span className={inCard ? 'hidden' : 'max-xl:hidden'}>{date(renewsAt)}</span>
            <span className={inCard ? undefined : 'xl:hidden'}>
              <span className="block text-12 text-muted">{t('admin:subscriptions.column.ends')}</span>
              {date(attributes.ends_at)}
            </span>
          </>
        )
      case 'ends':
        return date(attributes.ends_at)
      case 'service':
        return service
    }
  }
  return (
    <TableBox label={label} inCard={inCard}>
      <thead>
        <tr className="border-b border-line">
          {columns.map((column) => (
            <HeadCell key={column} className={classOf(column, { inCard, metered })}>
              {t(`admin:subscriptions.column.${column}`)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {subscriptions.map((subscription) => (
          <tr key={subscription.id} data-subscription={subscription.id}>
            {columns.map((column) => (
              <TableCell key={column} className={cx('whitespace-nowrap', classOf(column, { inCard, metered }))}>
                {cell(subscription, column)}
              </TableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </TableBox>
  )
}
