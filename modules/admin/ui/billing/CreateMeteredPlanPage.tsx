import { useState } from 'react'
import { navigate } from 'vike/client/router'
import { createPlan, meteredFeatures } from '../../../billing/contract.ts'
import { typedDecimal } from '../../../shared/contract.ts'
import { requiredCheck, useForm } from '../../../users/ui.ts'
import { Callout, Card, call, Switch, TextField, useData, useFeedback, useT } from '../../../web/ui.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { PlanForm } from './PlanForm.tsx'
import { unitPriceCheck } from './plan-checks.ts'

type Feature = (typeof meteredFeatures)[number]

const meterOf = (key: Feature, price: string) => ({
  key,
  aggregate_strategy: key === 'bandwidth' ? ('sum_of_usage' as const) : ('maximum_usage' as const),
  tiers: [{ first_unit: 1, last_unit: null, per_unit: typedDecimal(price), flat_fee: null }],
})

/** `/admin/plan/create/metered`: the metered features, each with its price. */
export const CreateMeteredPlanPage = () => {
  const t = useT()
  const { currency } = useData<{ currency: string }>()
  const feedback = useFeedback()
  const [charged, setCharged] = useState<readonly Feature[]>([])
  const [missing, setMissing] = useState(false)
  const checks = { name: requiredCheck, ...Object.fromEntries(charged.map((key) => [key, unitPriceCheck])) }
  const form = useForm(checks, async ({ name = '', description = '', ...prices }) => {
    setMissing(charged.length === 0)
    if (charged.length === 0) return
    const meters = charged.map((key) => meterOf(key, prices[key] ?? ''))
    const { data } = await call(createPlan, {
      body: { type: 'metered', name: name.trim(), description: description.trim() || null, currency, meters },
    })
    feedback.toast({ kind: 'success', text: t('admin:plan.created') })
    await navigate(`/admin/plan/${data.id}/metered/settings`)
  })
  const toggle = (key: Feature, isOn: boolean) => {
    setMissing(false)
    setCharged(isOn ? [...charged, key] : charged.filter((other) => other !== key))
  }
  return (
    <>
      <AdminHeading title={t('admin:plan.createMetered')} />
      <PlanForm
        form={form}
        details={
          <TextField label={t('admin:plan.currency')} help={t('admin:plan.currencyHelp')} value={currency} readOnly />
        }
      >
        <Card title={t('admin:plan.charged')} text={t('admin:plan.priceNote')}>
          <div className="flex flex-col gap-5">
            {meteredFeatures.map((key) => (
              <div key={key} className="flex flex-col gap-3">
                <Switch
                  label={t(`admin:plans.feature.${key}`)}
                  help={t(`admin:plan.unit.${key}`)}
                  checked={charged.includes(key)}
                  onValue={(isOn) => toggle(key, isOn)}
                />
                {charged.includes(key) && (
                  <TextField
                    name={key}
                    inputMode="decimal"
                    autoComplete="off"
                    required
                    label={t('admin:plan.unitPrice', { feature: t(`admin:plans.feature.${key}`) })}
                    error={form.errors[key]}
                    trailing={<span className="pe-3 text-small text-muted">{currency}</span>}
                    className="max-w-xs"
                  />
                )}
              </div>
            ))}
            {missing && <Callout tone="danger" role="alert" title={t('admin:plan.error.nothingCharged')} />}
          </div>
        </Card>
      </PlanForm>
    </>
  )
}
