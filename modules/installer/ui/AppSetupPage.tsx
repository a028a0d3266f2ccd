import { Card, Select, useData, useT } from '../../web/ui.ts'
import type { WizardPage } from '../contract.ts'
import { WizardField } from './WizardField.tsx'
import { WizardForm } from './WizardForm.tsx'
import { WizardSwitch } from './WizardSwitch.tsx'

const subscriptionTypes = ['none', 'fixed', 'metered'] as const

/** Name, appearance, registration, limits and billing. All of it can be changed later. */
export const AppSetupPage = () => {
  const t = useT()
  const { values } = useData<WizardPage>()
  return (
    <WizardForm action="/api/setup/app-setup" name="app">
      <Card title={t('installer:wizard.app.general')}>
        <div className="flex flex-col gap-5">
          <WizardField name="title" storedAs="app_title" required />
          <WizardField name="description" storedAs="app_description" />
          <WizardField name="color" storedAs="app_color" type="color" />
          <WizardField name="contactMail" storedAs="contact_email" type="email" required hasHelp />
          <WizardField name="googleAnalytics" storedAs="google_analytics" hasHelp />
        </div>
      </Card>
      <Card title={t('installer:wizard.app.accounts')}>
        <div className="flex flex-col gap-5">
          <WizardSwitch name="userRegistration" storedAs="registration" />
          <WizardSwitch name="storageLimitation" storedAs="storage_limitation" />
          <WizardField name="defaultStorage" storedAs="default_max_storage_amount" inputMode="decimal" required />
          <WizardField
            name="teamsDefaultMembers"
            storedAs="default_max_team_member"
            inputMode="numeric"
            required
            hasHelp
          />
          <Select
            name="subscriptionType"
            label={t('installer:field.subscriptionType.label')}
            help={t('installer:field.subscriptionType.help')}
            defaultValue={values.subscriptionType ?? values.subscription_type}
            options={subscriptionTypes.map((value) => ({
              value,
              label: t(`installer:wizard.app.subscription.${value}`),
            }))}
          />
        </div>
      </Card>
    </WizardForm>
  )
}
