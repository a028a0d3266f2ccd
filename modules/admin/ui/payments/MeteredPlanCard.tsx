import type { MeteredPlan } from '../../../billing/contract.ts'
import { Card, formatNumber, LinkButton, usePageContext, useT } from '../../../web/ui.ts'
import { ActionRow } from '../ActionRow.tsx'

/** The plan that charges accounts without another plan, which are charged nothing without it, and the earlier ones that others still have. */
export const MeteredPlanCard = ({ plans }: { plans: readonly MeteredPlan[] }) => {
  const t = useT()
  const { locale } = usePageContext()
  const current = plans.find(({ isCurrent }) => isCurrent)
  return (
    <Card title={t('admin:payments.meteredPlan')} flush>
      <ul className="divide-y divide-line">
        {current ? (
          <ActionRow
            title={current.name}
            text={t('admin:payments.meteredPlanText', { accounts: formatNumber(current.accounts, locale) })}
          >
            <LinkButton href={`/admin/plan/${current.id}/metered/settings`}>{t('admin:payments.openPlan')}</LinkButton>
          </ActionRow>
        ) : (
          <ActionRow title={t('admin:payments.noMeteredPlan')}>
            <LinkButton href="/admin/plan/create/metered" variant="solid">
              {t('admin:plans.create')}
            </LinkButton>
          </ActionRow>
        )}
        {plans.map(
          ({ id, name, accounts, isCurrent }) =>
            !isCurrent && (
              <ActionRow key={id} title={name} text={t('admin:plan.delete.subscribers.metered', { count: accounts })}>
                <LinkButton href={`/admin/plan/${id}/metered/subscribers`}>
                  {t('admin:plan.tab.subscribers')}
                </LinkButton>
              </ActionRow>
            ),
        )}
      </ul>
    </Card>
  )
}
