import { useState } from 'react'
import { Callout, Checkbox, RadioGroup, useData, useT } from '../../web/ui.ts'
import type { WizardPage } from '../contract.ts'
import { WizardField } from './WizardField.tsx'
import { WizardForm } from './WizardForm.tsx'

/** Choice between the database that Coffer runs and an external one. */
export const DatabasePage = () => {
  const t = useT()
  const { values, errors } = useData<WizardPage>()
  const [connection, setConnection] = useState(values.connection ?? 'embedded')
  if (values.database_fixed)
    return (
      <WizardForm action="/api/setup/database" name="database">
        <Callout>{t('installer:wizard.database.fixed')}</Callout>
      </WizardForm>
    )
  const isUsed = errors.name === 'installer:error.database-used' || values.allow_used === '1'
  return (
    <WizardForm action="/api/setup/database" name="database">
      <div className="group/database flex flex-col gap-5">
        <RadioGroup
          boxed
          name="connection"
          label={t('installer:field.connection.label')}
          value={connection}
          onValue={setConnection}
          options={[
            {
              value: 'embedded',
              label: t('installer:wizard.database.embedded.label'),
              text: t('installer:wizard.database.embedded.text'),
            },
            {
              value: 'pgsql',
              label: t('installer:wizard.database.own.label'),
              text: t('installer:wizard.database.own.text'),
            },
          ]}
        />
        <div className="hidden flex-col gap-5 group-has-[input[value=pgsql]:checked]/database:flex">
          <WizardField name="host" initial="127.0.0.1" autoComplete="off" />
          <WizardField name="port" initial="5432" inputMode="numeric" autoComplete="off" />
          <WizardField name="name" initial="coffer" autoComplete="off" />
          <WizardField name="username" initial="coffer" autoComplete="off" />
          <WizardField
            name="password"
            type="password"
            autoComplete="off"
            help={values.password_stored ? t('platform:storage.help.secret') : undefined}
          />
          {isUsed && (
            <Checkbox
              name="allow_used"
              value="1"
              defaultChecked={values.allow_used === '1'}
              label={t('installer:field.allow_used.label')}
              help={t('installer:field.allow_used.help')}
            />
          )}
          {errors.app_key && <WizardField name="app_key" type="password" autoComplete="off" hasHelp />}
        </div>
      </div>
    </WizardForm>
  )
}
