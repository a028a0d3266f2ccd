import { navigate } from 'vike/client/router'
import { createPlan } from '../../../billing/contract.ts'
import { typedDecimal } from '../../../shared/contract.ts'
import { requiredCheck, useForm } from '../../../users/ui.ts'
import { Card, call, Select, TextField, useData, useFeedback, useT } from '../../../web/ui.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { CurrencyField } from './CurrencyField.tsx'
import { PlanForm } from './PlanForm.tsx'
import { membersCheck, priceCheck, storageCheck } from './plan-checks.ts'

/** `/admin/plan/create/fixed`. */
export const CreateFixedPlanPage = () => {
  const t = useT()
  const { currency } = useData<{ currency: string }>()
  const feedback = useFeedback()
  const checks = {
    name: requiredCheck,
    amount: priceCheck,
    currency: requiredCheck,
    max_storage_amount: storageCheck,
    max_team_members: membersCheck,
  }
  const form = useForm(checks, async ({ name = '', description = '', amount = '', currency = '', ...rest }) => {
    const features = {
      max_storage_amount: Number(rest.max_storage_amount),
      max_team_members: Number(rest.max_team_members),
    }
    const interval = rest.interval === 'year' ? ('year' as const) : ('month' as const)
    const { data } = await call(createPlan, {
      body: {
        type: 'fixed',
        name: name.trim(),
        description: description.trim() || null,
        amount: typedDecimal(amount, currency),
        currency,
        interval,
        features,
      },
    })
    feedback.toast({ kind: 'success', text: t('admin:plan.created') })
    await navigate(`/admin/plan/${data.id}/fixed/settings`)
  })
  return (
    <>
      <AdminHeading title={t('admin:plan.createFixed')} />
      <PlanForm form={form}>
        <Card title={t('admin:plan.pricing')} text={t('admin:plan.priceNote')}>
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              required
              label={t('admin:plan.price')}
              error={form.errors.amount}
            />
            <CurrencyField initial={currency} error={form.errors.currency} />
            <Select
              name="interval"
              label={t('admin:plan.interval')}
              defaultValue="month"
              options={(['month', 'year'] as const).map((value) => ({
                value,
                label: t(`admin:plans.interval.${value}`),
              }))}
            />
          </div>
        </Card>
        <Card title={t('admin:plan.features')}>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="max_storage_amount"
              inputMode="numeric"
              autoComplete="off"
              required
              label={t('admin:plan.storage')}
              error={form.errors.max_storage_amount}
              trailing={<span className="pe-3 text-small text-muted">GB</span>}
            />
            <TextField
              name="max_team_members"
              inputMode="text"
              autoComplete="off"
              required
              label={t('admin:plan.members')}
              help={t('admin:plan.membersHelp')}
              error={form.errors.max_team_members}
            />
          </div>
        </Card>
      </PlanForm>
    </>
  )
}
