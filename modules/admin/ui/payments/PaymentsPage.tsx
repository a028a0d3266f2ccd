import { type GatewayName, gatewayNames } from '../../../billing/contract.ts'
import { SaveStatus } from '../../../users/ui.ts'
import { Badge, Callout, CopyField, reloadPage, useData, usePageContext, useT } from '../../../web/ui.ts'
import type { PaymentSettings } from '../../contract.ts'
import { GroupCard } from '../settings/GroupCard.tsx'
import { useSettingsAutosave } from '../settings/useSettingsAutosave.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import { MeteredPlanCard } from './MeteredPlanCard.tsx'

/** Groups that only metered accounts have. */
const meteredGroups: readonly string[] = ['bonus', 'dunning']
const isGateway = (id: string): id is GatewayName => (gatewayNames as readonly string[]).includes(id)

/** Settings of payments, and the gateways: description, webhook URL and credentials of each. */
export const PaymentsPage = () => {
  const t = useT()
  const { engine } = usePageContext()
  const { groups, services, metered } = useData<PaymentSettings>()
  const autosave = useSettingsAutosave(async (saved) => {
    if ('allowed_payments' in saved || 'payments_paused' in saved) await reloadPage()
  })
  const isOn = (setting: string) =>
    groups.some(({ fields }) => fields.some(({ name, value }) => name === setting && value === '1'))
  const isAllowed = isOn('allowed_payments')
  const shown = groups.filter(({ id }) => {
    if (id === 'payments') return true
    return isAllowed && (engine === 'metered' || !meteredGroups.includes(id))
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-28 font-bold outline-none">{t('admin:settings.tab.payments')}</h1>
        <SaveStatus autosave={autosave} />
      </div>
      {engine === 'none' && <Callout tone="warning" title={t('admin:payments.noEngine')} />}
      {isOn('payments_paused') && (
        <Callout tone="warning" title={t('admin:payments.paused')}>
          {t('admin:payments.pausedText')}
        </Callout>
      )}
      {shown.map((group) => {
        const service = isGateway(group.id) ? services.find((gateway) => gateway.service === group.id) : undefined
        if (!service) return <GroupCard key={group.id} group={group} autosave={autosave} />
        return (
          <GroupCard
            key={group.id}
            group={group}
            autosave={autosave}
            actions={
              <Badge tone={service.is_configured ? 'success' : 'neutral'}>
                {t(service.is_configured ? 'admin:gateway.configured' : 'admin:gateway.missing')}
              </Badge>
            }
          >
            <CopyField
              label={t('admin:gateway.webhook')}
              help={t('admin:gateway.webhookHelp')}
              value={service.webhook_url}
            />
            <CredentialsForm service={service} />
          </GroupCard>
        )
      })}
      {isAllowed && engine === 'metered' && <MeteredPlanCard plans={metered} />}
    </>
  )
}
