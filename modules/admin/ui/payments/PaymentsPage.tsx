import type { PaymentService } from '../../../billing/contract.ts'
import { Badge, Card, CopyField, useData, useT } from '../../../web/ui.ts'
import type { SettingGroups } from '../../contract.ts'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'

interface Data extends SettingGroups {
  services: PaymentService[]
}

/** Payment gateways: whether each is offered, its webhook URL and its credentials (UI.md §20.10). */
export const PaymentsPage = () => {
  const t = useT()
  const { services } = useData<Data>()
  return (
    <>
      <SettingsPage />
      {services.map((service) => (
        <Card
          key={service.service}
          title={t(`admin:gateway.title.${service.service}`)}
          actions={
            <Badge tone={service.is_configured ? 'brand' : 'neutral'}>
              {t(service.is_configured ? 'admin:gateway.configured' : 'admin:gateway.missing')}
            </Badge>
          }
        >
          <div className="flex flex-col gap-5">
            <div>
              <CopyField label={t('admin:gateway.webhook')} value={service.webhook_url} />
              <p className="mt-1.5 text-small text-pretty text-muted">{t('admin:gateway.webhookHelp')}</p>
            </div>
            <CredentialsForm service={service} />
          </div>
        </Card>
      ))}
    </>
  )
}
