import { type ReactNode, useEffect, useState } from 'react'
import { type Plan, updatePlan } from '../../../billing/contract.ts'
import { formatLocale } from '../../../shared/contract.ts'
import { useAction } from '../../../users/ui.ts'
import { Badge, call, cx, formatNumber, LinkButton, Switch, usePageContext, useT } from '../../../web/ui.ts'
import { HeadCell, TableBox, TableCell } from '../Table.tsx'
import { usePlanTexts } from './usePlanTexts.ts'

const fixedColumns = ['visible', 'name', 'status', 'price', 'interval', 'subscribers', 'storage', 'actions'] as const
/** Metered plans have no limits, and are offered to everybody. */
const meteredColumns = ['name', 'status', 'currency', 'interval', 'subscribers', 'actions'] as const
const atEnd: readonly string[] = ['price', 'subscribers', 'storage', 'actions']
type Column = (typeof fixedColumns)[number] | (typeof meteredColumns)[number]

export const PlansTable = ({ plans }: { plans: readonly Plan[] }) => {
  const t = useT()
  const isMetered = plans.every(({ attributes }) => attributes.type === 'metered')
  const columns: readonly Column[] = isMetered ? meteredColumns : fixedColumns
  return (
    <TableBox label={t('admin:plans.title')}>
      <thead>
        <tr className="border-b border-line">
          {columns.map((column) => (
            <HeadCell key={column} end={atEnd.includes(column)} className={classOf(column, columns)}>
              {t(`admin:plans.column.${column}`)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {plans.map((plan) => (
          <Row key={plan.id} plan={plan} columns={columns} />
        ))}
      </tbody>
    </TableBox>
  )
}

/**
 * Below the width `xl` the interval is shown under the price, unless the plans are metered and have no price. On phones
 * status, subscribers and storage are shown under the name, which links to the plan in place of the button.
 */
const classOf = (column: Column, columns: readonly Column[]) => {
  if (column === 'interval' && columns.includes('price')) return 'max-xl:hidden'
  return ['status', 'subscribers', 'storage', 'interval', 'actions'].includes(column) ? 'phone:hidden' : undefined
}

const gigabytes = (amount: number | null, locale: string): string =>
  amount === null
    ? '–'
    : new Intl.NumberFormat(formatLocale(locale), { style: 'unit', unit: 'gigabyte', unitDisplay: 'short' }).format(
        amount,
      )

const Row = ({ plan, columns }: { plan: Plan; columns: readonly Column[] }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { interval } = usePlanTexts()
  const { id, attributes } = plan
  const { name, status, type, price, currency, subscribers = 0, features } = attributes
  const isActive = status === 'active'
  const settings = `/admin/plan/${id}/${type}/settings`
  const badge = <Badge tone={isActive ? 'success' : 'neutral'}>{t(`admin:plans.status.${status}`)}</Badge>
  const cells: Record<Column, ReactNode> = {
    visible: isActive && type === 'fixed' && <VisibleSwitch plan={plan} />,
    name: (
      <>
        <a href={settings} className="block max-w-40 truncate font-medium phone:py-1.5 xl:max-w-60">
          {name}
        </a>
        <span className="flex flex-col items-start gap-1 text-12 whitespace-normal text-muted sm:hidden">
          {type === 'fixed' && gigabytes(features.max_storage_amount, locale)}
          <span>
            {t('web:kit.labelled', {
              label: t('admin:plans.column.subscribers'),
              value: formatNumber(subscribers, locale),
            })}
          </span>
          {!isActive && badge}
        </span>
      </>
    ),
    status: badge,
    price: (
      <>
        {price ?? currency}
        <span className="block text-12 text-muted xl:hidden">{interval(plan)}</span>
      </>
    ),
    currency,
    interval: interval(plan),
    subscribers: formatNumber(subscribers, locale),
    storage: gigabytes(features.max_storage_amount, locale),
    actions: (
      <LinkButton href={settings} aria-label={t('admin:plans.editOf', { name })}>
        {t('admin:plans.edit')}
      </LinkButton>
    ),
  }
  return (
    <tr data-plan={id}>
      {columns.map((column) => (
        <TableCell
          key={column}
          end={atEnd.includes(column)}
          className={cx('whitespace-nowrap', classOf(column, columns))}
        >
          {cells[column]}
        </TableCell>
      ))}
    </tr>
  )
}

/** Switch that offers the plan. It changes at once, and back when the call fails. */
const VisibleSwitch = ({ plan: { id, attributes } }: { plan: Plan }) => {
  const t = useT()
  const act = useAction()
  const { name, visible } = attributes
  const [isOn, setIsOn] = useState(visible)
  useEffect(() => setIsOn(visible), [visible])
  const change = async (next: boolean) => {
    setIsOn(next)
    if (!(await act(() => call(updatePlan, { params: { id }, body: { visible: next } })))) setIsOn(!next)
  }
  return (
    <Switch
      label={t('admin:plans.visibleOf', { name })}
      hideLabel
      checked={isOn}
      onValue={(next) => void change(next)}
    />
  )
}
