import type { ReactNode } from 'react'
import type { mailServices } from '../../../platform/contract.ts'
import type { BodyOf } from '../../../shared/contract.ts'
import { FormError, requiredCheck, useForm } from '../../../users/ui.ts'
import { Button, Select, TextField, useT } from '../../../web/ui.ts'
import type { setMailServer } from '../../contract.ts'

export type MailService = (typeof mailServices)[number]
type Body = BodyOf<typeof setMailServer>

interface MailField {
  name: string
  secret?: true
  optional?: true
  choices?: readonly string[]
  start?: string
}

const sender: MailField = { name: 'sender' }
/** Fields of each way to send, by their names in the call. */
const fieldsOf = {
  smtp: [
    { name: 'host' },
    { name: 'port', start: '587' },
    { name: 'username', optional: true },
    { name: 'password', secret: true, optional: true },
    { name: 'encryption', choices: ['tls', 'ssl', ''] },
    { name: 'email', optional: true },
  ],
  mailgun: [
    { name: 'domain' },
    { name: 'secret', secret: true },
    { name: 'endpoint', choices: ['api.mailgun.net', 'api.eu.mailgun.net'] },
    sender,
  ],
  ses: [
    { name: 'access_key' },
    { name: 'secret_access_key', secret: true },
    { name: 'default_region', start: 'eu-west-1' },
    { name: 'session_token', secret: true, optional: true },
    sender,
  ],
  postmark: [{ name: 'token', secret: true }, sender],
} satisfies Record<MailService, readonly MailField[]>

const portCheck = (value: string) =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? null : 'admin:mailServer.port.invalid'
const checkOf = ({ name, optional, choices }: MailField) =>
  optional || choices ? () => null : name === 'port' ? portCheck : requiredCheck

interface Props {
  driver: MailService
  /** Resolves with false when the person has cancelled. */
  onSave: (body: Body) => Promise<boolean>
  /** Further buttons. */
  children?: ReactNode
}

// i18n-keys: admin:mailServer.field.* admin:mailServer.choice.*
/** The account of one way to send emails. */
export const MailDriverForm = ({ driver, onSave, children }: Props) => {
  const t = useT()
  const fields: readonly MailField[] = fieldsOf[driver]
  const checks = Object.fromEntries(fields.map((field) => [field.name, checkOf(field)]))
  const form = useForm(checks, (values) => {
    const fieldValues = fields.flatMap(({ name, optional }) => {
      const value = values[name]?.trim() ?? ''
      return optional && value === '' ? [] : [[name, name === 'port' ? Number(value) : value]]
    })
    return onSave({ mailDriver: driver, [driver]: Object.fromEntries(fieldValues) } as Body)
  })
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ name, secret, optional, choices, start }) =>
          choices ? (
            <Select
              key={name}
              name={name}
              label={t(`admin:mailServer.field.${name}`)}
              defaultValue={choices[0] ?? ''}
              options={choices.map((value) => ({ value, label: t(`admin:mailServer.choice.${value || 'none'}`) }))}
            />
          ) : (
            <TextField
              key={name}
              name={name}
              type={secret ? 'password' : 'text'}
              autoComplete="off"
              required={!optional}
              defaultValue={start}
              label={t(`admin:mailServer.field.${name}`)}
              error={form.errors[name]}
            />
          ),
        )}
      </div>
      <FormError error={form.formError} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="solid" loading={form.busy}>
          {t('admin:mailServer.save')}
        </Button>
        {children}
      </div>
    </form>
  )
}
