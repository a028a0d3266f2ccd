import { type Plan, updatePlan } from '../../../billing/contract.ts'
import { useAction } from '../../../users/ui.ts'
import { Badge, call, formatNumber, LinkButton, Switch, usePageContext, useT } from '../../../web/ui.ts'
import { Cell, HeadCell, TableBox } from '../Table.tsx'
import { usePlanTexts } from './usePlanTexts.ts'

const columns = ['visible', 'name', 'status', 'price', 'interval', 'subscribers', 'storage', 'actions'] as const
const atEnd: readonly string[] = ['price', 'subscribers', 'storage', 'actions']

export const PlansTable = ({ plans }: { plans: readonly Plan[] }) => {
  const t = useT()
  return (
    <TableBox label={t('admin:plans.title')}>
      <thead>
        <tr className="border-b border-line">
          {columns.map((column) => (
            <HeadCell key={column} end={atEnd.includes(column)}>
              {t(`admin:plans.column.${column}`)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {plans.map((plan) => (
          <Row key={plan.id} plan={plan} />
        ))}
      </tbody>
    </TableBox>
  )
}

const gigabytes = (amount: number | null, locale: string): string =>
  amount === null
    ? '–'
    : new Intl.NumberFormat(locale, { style: 'unit', unit: 'gigabyte', unitDisplay: 'short' }).format(amount)

const Row = ({ plan }: { plan: Plan }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { interval } = usePlanTexts()
  const act = useAction()
  const { id, attributes } = plan
  const { name, status, type, visible, price, currency, subscribers = 0, features } = attributes
  const isActive = status === 'active'
  const settings = `/admin/plan/${id}/${type}/settings`
  return (
    <tr data-plan={id}>
      <Cell>
        {isActive && type === 'fixed' && (
          <Switch
            label={t('admin:plans.visibleOf', { name })}
            hideLabel
            checked={visible}
            onValue={(isOn) => void act(() => call(updatePlan, { params: { id }, body: { visible: isOn } }))}
          />
        )}
      </Cell>
      <Cell className="max-w-60 truncate font-medium">
        <a href={settings}>{name}</a>
      </Cell>
      <Cell>
        <Badge tone={isActive ? 'success' : 'neutral'}>{t(`admin:plans.status.${status}`)}</Badge>
      </Cell>
      <Cell end className="whitespace-nowrap">
        {price ?? currency}
      </Cell>
      <Cell className="whitespace-nowrap">{interval(plan)}</Cell>
      <Cell end>{formatNumber(subscribers, locale)}</Cell>
      <Cell end className="whitespace-nowrap">
        {gigabytes(features.max_storage_amount, locale)}
      </Cell>
      <Cell end>
        <LinkButton href={settings} aria-label={t('admin:plans.editOf', { name })}>
          {t('admin:plans.edit')}
        </LinkButton>
      </Cell>
    </tr>
  )
}
