import { Callout, Card, useData, useT } from '../../web/ui.ts'
import type { WizardPage } from '../contract.ts'
import { LiveTest } from './LiveTest.tsx'
import { MailFields } from './MailFields.tsx'
import { StorageFields } from './StorageFields.tsx'
import { WizardField } from './WizardField.tsx'
import { WizardForm } from './WizardForm.tsx'
import { WizardSwitch } from './WizardSwitch.tsx'

/** Public URL, store of files and mail server. */
export const EnvironmentStepPage = () => {
  const t = useT()
  const { values, errors } = useData<WizardPage>()
  const isFixed = values.proxies_fixed === '1'
  return (
    <WizardForm action="/api/setup/environment-setup" name="environment">
      <Card title={t('installer:wizard.environment.address')}>
        <div className="flex flex-col gap-5">
          <WizardField name="url" type="url" required readOnly={values.url_fixed !== ''} hasHelp />
          {(errors.url === 'installer:error.url-differs' || values.confirm_url === '1') && (
            <WizardSwitch name="confirm_url" storedAs="confirm_url" />
          )}
          <WizardField
            name="trusted_proxies"
            autoComplete="off"
            readOnly={isFixed}
            hasHelp={!isFixed}
            help={t('installer:error.proxies-fixed')}
          />
          <LiveTest />
        </div>
      </Card>
      <Card title={t('installer:wizard.environment.storage')}>
        <StorageFields />
      </Card>
      <Card title={t('installer:wizard.environment.mail')}>
        {values.mail_fixed ? <Callout>{t('installer:wizard.environment.mailFixed')}</Callout> : <MailFields />}
      </Card>
    </WizardForm>
  )
}
