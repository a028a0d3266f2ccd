import { Check } from 'lucide-react'
import { useState } from 'react'
import { Icon, RadioGroup, Switch, useT } from '../../../web/ui.ts'
import type { Plan } from '../../contract.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { isSameVersion, plansByInterval, yearlySaving } from './plan-offers.ts'

interface Props {
  plans: readonly Plan[]
  /** Id of a plan. */
  value: string | null
  onValue: (id: string | null) => void
  /** The plan of the account. */
  present: Plan | null
  /** The present plan cannot be chosen. */
  locked: boolean
}

/** The plans of an interval; a switch shows the yearly ones where there are both. */
export const PlanChoice = ({ plans, value, onValue, present, locked }: Props) => {
  const t = useT()
  const { percent, price } = useBillingFormat()
  const [monthly, yearly] = [plansByInterval(plans, 'month'), plansByInterval(plans, 'year')]
  const [annually, setAnnually] = useState(
    (present?.attributes.interval === 'year' || !monthly.length) && !!yearly.length,
  )
  const saving = Math.max(0, ...yearly.map((plan) => yearlySaving(plan, plans)))
  const offered = annually ? yearly : monthly
  if (offered.length === 0) return <p className="text-muted">{t('billing:page.plans.none')}</p>
  return (
    <>
      {monthly.length > 0 && yearly.length > 0 && (
        <Switch
          label={t('billing:page.plans.annually')}
          help={saving > 0 ? t('billing:page.plans.saving', { percent: percent(saving) }) : undefined}
          checked={annually}
          onValue={(next) => {
            setAnnually(next)
            onValue(null)
          }}
          className="mb-4"
        />
      )}
      <RadioGroup
        boxed
        hideLabel
        label={t('billing:page.plans.label')}
        value={value}
        onValue={onValue}
        options={offered.map((plan) => ({
          value: plan.id,
          label: plan.attributes.name,
          disabled: locked && isSameVersion(plan, present),
          aside: price(plan),
          text: <PlanDetails plan={plan} present={present} saving={yearlySaving(plan, plans)} />,
        }))}
      />
    </>
  )
}

const PlanDetails = ({ plan, present, saving }: { plan: Plan; present: Plan | null; saving: number }) => {
  const t = useT()
  const { bytes, percent } = useBillingFormat()
  const { description, features } = plan.attributes
  const { max_storage_amount: storage, max_team_members: members } = features
  const included = [
    storage === null
      ? t('billing:page.plans.storageUnlimited')
      : t('billing:page.plans.storage', { amount: bytes(storage * 1e9) }),
    members === null ? t('billing:page.plans.membersUnlimited') : t('billing:page.plans.members', { count: members }),
  ]
  return (
    <>
      {(plan.id === present?.id || saving > 0) && (
        <span className="block font-medium text-brand-text">
          {plan.id !== present?.id
            ? t('billing:page.plans.perYearSaving', { percent: percent(saving) })
            : isSameVersion(plan, present)
              ? t('billing:page.plans.current')
              : t('billing:page.plans.newVersion')}
        </span>
      )}
      {description && <span className="block">{description}</span>}
      <span className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
        {included.map((text) => (
          <span key={text} className="inline-flex items-center gap-1.5">
            <Icon of={Check} size={14} className="text-success-mark" />
            {text}
          </span>
        ))}
      </span>
    </>
  )
}
