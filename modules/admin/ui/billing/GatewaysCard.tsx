import { gatewayNames, type Plan } from '../../../billing/contract.ts'
import { Badge, Card, useT } from '../../../web/ui.ts'
import { ActionRow } from '../ActionRow.tsx'

/** The price, and the payment services that have the plan. */
export const GatewaysCard = ({ plan }: { plan: Plan }) => {
  const t = useT()
  const ids = plan.meta.driver_plan_id
  return (
    <Card title={t('admin:plan.gateways')} text={t('admin:plan.priceNote')} flush>
      <ul className="divide-y divide-line">
        {gatewayNames.map((name) => (
          <ActionRow key={name} title={t(`admin:billing.driver.${name}`)} text={ids[name] ?? ''}>
            <Badge tone={ids[name] ? 'success' : 'neutral'}>
              {t(ids[name] ? 'admin:plan.atGateway' : 'admin:plan.notAtGateway')}
            </Badge>
          </ActionRow>
        ))}
      </ul>
    </Card>
  )
}
