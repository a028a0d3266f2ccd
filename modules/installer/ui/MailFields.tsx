import { useState } from 'react'
import { RadioGroup, Select, useData, useT } from '../../web/ui.ts'
import { type MailField, maxSessionTokenLength, type WizardPage } from '../contract.ts'
import { WizardField } from './WizardField.tsx'

const services = [
  { value: 'mailgun', label: 'Mailgun' },
  { value: 'ses', label: 'Amazon SES' },
  { value: 'postmark', label: 'Postmark' },
]

/** Driver → classes that show its fields while it is selected, without JavaScript. */
const shownWith = {
  smtp: 'hidden flex-col gap-5 group-has-[input[value=smtp]:checked]/mail:flex',
  mailgun: 'hidden flex-col gap-5 group-has-[input[value=mailgun]:checked]/mail:flex',
  ses: 'hidden flex-col gap-5 group-has-[input[value=ses]:checked]/mail:flex',
  postmark: 'hidden flex-col gap-5 group-has-[input[value=postmark]:checked]/mail:flex',
  service:
    'hidden flex-col gap-5 group-has-[input[value=mailgun]:checked]/mail:flex group-has-[input[value=ses]:checked]/mail:flex group-has-[input[value=postmark]:checked]/mail:flex',
}

/** Choice of how emails are sent: by a mail server, by a mail service, or written to files for now. */
export const MailFields = () => {
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
        options={[option('log'), option('smtp'), ...services]}
      />
      <div className={shownWith.smtp}>
        <WizardField name="host" autoComplete="off" />
        <WizardField name="port" initial="587" inputMode="numeric" autoComplete="off" />
        <WizardField name="username" autoComplete="off" />
        <SecretField name="password" />
        <Choice name="encryption" choices={['tls', 'ssl', '']} />
      </div>
      <div className={shownWith.mailgun}>
        <WizardField name="mailgun_domain" autoComplete="off" />
        <SecretField name="mailgun_secret" />
        <Choice name="mailgun_endpoint" choices={['api.mailgun.net', 'api.eu.mailgun.net']} />
      </div>
      <div className={shownWith.ses}>
        <WizardField name="ses_access_key" autoComplete="off" />
        <SecretField name="ses_secret_access_key" />
        <WizardField name="ses_region" initial="eu-west-1" autoComplete="off" />
        <WizardField name="ses_session_token" type="password" autoComplete="off" maxLength={maxSessionTokenLength} />
      </div>
      <div className={shownWith.postmark}>
        <SecretField name="postmark_token" />
      </div>
      <div className={shownWith.service}>
        <WizardField name="mail_sender" type="email" autoComplete="off" hasHelp />
      </div>
    </div>
  )
}

const SecretField = ({ name }: { name: MailField }) => {
  const t = useT()
  const { values } = useData<WizardPage>()
  const help = values.password_stored ? t('platform:storage.help.secret') : undefined
  return <WizardField name={name} type="password" autoComplete="off" help={help} />
}

// i18n-keys: installer:wizard.environment.choice.*
const Choice = ({ name, choices }: { name: MailField; choices: readonly string[] }) => {
  const t = useT()
  const { values } = useData<WizardPage>()
  return (
    <Select
      name={name}
      label={t(`installer:field.${name}.label`)}
      defaultValue={values[name] ?? choices[0] ?? ''}
      options={choices.map((value) => ({ value, label: t(`installer:wizard.environment.choice.${value || 'none'}`) }))}
    />
  )
}
