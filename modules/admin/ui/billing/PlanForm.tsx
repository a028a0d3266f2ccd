import type { ReactNode } from 'react'
import { maxPlanDescriptionLength, maxPlanNameLength } from '../../../billing/contract.ts'
import { FormError, type useForm } from '../../../users/ui.ts'
import { Button, Card, LinkButton, TextField, useT } from '../../../web/ui.ts'

interface Props {
  form: ReturnType<typeof useForm>
  /** Fields after name and description. */
  details?: ReactNode
  /** Cards of the plan's type. */
  children: ReactNode
}

/** The form of a new plan: the fields that both types share, around the fields of its type. */
export const PlanForm = ({ form, details, children }: Props) => {
  const t = useT()
  return (
    <form {...form.formProps} className="flex flex-col gap-6">
      <Card title={t('admin:plan.details')}>
        <div className="flex flex-col gap-4">
          <TextField
            name="name"
            autoComplete="off"
            maxLength={maxPlanNameLength}
            required
            label={t('admin:plan.name')}
            error={form.errors.name}
          />
          <TextField
            name="description"
            autoComplete="off"
            maxLength={maxPlanDescriptionLength}
            label={t('admin:plan.description')}
          />
          {details}
        </div>
      </Card>
      {children}
      <FormError error={form.formError} />
      <div className="flex justify-end gap-2">
        <LinkButton href="/admin/plans">{t('web:kit.cancel')}</LinkButton>
        <Button type="submit" variant="solid" loading={form.busy} disabled={!form.ready}>
          {t('admin:plan.create')}
        </Button>
      </div>
    </form>
  )
}
