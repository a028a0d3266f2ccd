import { Card, LinkButton, useT } from '../../../web/ui.ts'
import { ActionRow } from '../ActionRow.tsx'

/** The plan that charges metered accounts; without a plan nothing is charged. */
export const MeteredPlanCard = ({ plan }: { plan: { id: string; name: string } | null }) => {
  const t = useT()
  return (
    <Card title={t('admin:payments.meteredPlan')} flush>
      <ul>
        <ActionRow title={plan?.name ?? t('admin:payments.noMeteredPlan')} text={t('admin:payments.meteredPlanText')}>
          {plan ? (
            <LinkButton href={`/admin/plan/${plan.id}/metered/settings`}>{t('admin:payments.openPlan')}</LinkButton>
          ) : (
            <LinkButton href="/admin/plan/create/metered" variant="solid">
              {t('admin:plans.create')}
            </LinkButton>
          )}
        </ActionRow>
      </ul>
    </Card>
  )
}
