import { navigate } from 'vike/client/router'
import { deletePlan } from '../../../billing/contract.ts'
import { isSameName } from '../../../shared/contract.ts'
import { FormError, useForm } from '../../../users/ui.ts'
import { Button, Callout, Card, call, TextField, useData, useFeedback, useT } from '../../../web/ui.ts'
import type { PlanPageData } from './PlanLayout.tsx'

/** Deletes the plan: explains the effects on subscribers, and asks to type the name. */
export const DeletePlanPage = () => {
  const t = useT()
  const { plan } = useData<PlanPageData>()
  const feedback = useFeedback()
  const { name, status, subscribers = 0, type } = plan.attributes
  const check = (value: string) => (isSameName(value, name) ? null : 'admin:plan.delete.mismatch')
  const form = useForm({ name: check }, async () => {
    const done = await call(deletePlan, { params: { id: plan.id } })
    feedback.toast({ kind: 'success', text: done.message })
    await navigate('/admin/plans')
  })
  if (status === 'archived') return <Callout title={t('admin:plan.delete.archived')} />
  return (
    <Card title={t('admin:plan.tab.delete')} text={t('admin:plan.delete.text')}>
      {subscribers > 0 && (
        <Callout
          tone="warning"
          title={t(`admin:plan.delete.subscribers.${type}`, { count: subscribers })}
          className="mb-5"
        />
      )}
      <form {...form.formProps} className="flex flex-col gap-4">
        <TextField
          name="name"
          autoComplete="off"
          label={t('admin:plan.delete.typeName', { name })}
          error={form.errors.name}
        />
        <FormError error={form.formError} />
        <Button type="submit" variant="danger" loading={form.busy} disabled={!form.ready} className="self-start">
          {t('admin:plan.delete.submit')}
        </Button>
      </form>
    </Card>
  )
}
