import { useState } from 'react'
import { Callout, Card, RadioGroup, Select, useData, useT } from '../../web/ui.ts'
import type { WizardPage } from '../contract.ts'
import { StorageFields } from './StorageFields.tsx'
import { WizardField } from './WizardField.tsx'
import { WizardForm } from './WizardForm.tsx'

/** The public address, where files are stored, and the mail server. */
export const EnvironmentPage = () => {
  const t = useT()
  const { values } = useData<WizardPage>()
  return (
    <WizardForm action="/api/setup/environment-setup" name="environment">
      <Card title={t('installer:wizard.environment.address')}>
        <div className="flex flex-col gap-5">
          <WizardField name="url" type="url" required readOnly={values.url_fixed !== ''} hasHelp />
          <WizardField name="trusted_proxies" autoComplete="off" hasHelp />
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

const MailFields = () => {
  const t = useT()
  const { values } = useData<WizardPage>()
  const [driver, setDriver] = useState(values.mailDriver ?? 'log')
  const option = (value: string) => ({
    value,
    label: t(`installer:wizard.environment.${value}.label`),
    text: t(`installer:wizard.environment.${value}.text`),
  })
  return (
    <div className="group/mail flex flex-col gap-5">
      {/* i18n-keys: installer:wizard.environment.log.*, installer:wizard.environment.smtp.* */}
      <RadioGroup
        boxed
        hideLabel
        name="mailDriver"
        label={t('installer:wizard.environment.mail')}
        value={driver}
        onValue={setDriver}
        options={[option('log'), option('smtp')]}
      />
      <div className="hidden flex-col gap-5 group-has-[input[value=smtp]:checked]/mail:flex">
        <WizardField name="host" autoComplete="off" />
        <WizardField name="port" initial="587" inputMode="numeric" autoComplete="off" />
        <WizardField name="username" autoComplete="off" />
        <WizardField
          name="password"
          type="password"
          autoComplete="off"
          help={values.password_stored ? t('platform:storage.help.secret') : undefined}
        />
        <Select
          name="encryption"
          label={t('installer:field.encryption.label')}
          defaultValue={values.encryption ?? 'tls'}
          options={['tls', 'ssl', ''].map((value) => ({
            value,
            label: t(`installer:wizard.environment.encryption.${value || 'none'}`),
          }))}
        />
      </div>
    </div>
  )
}
