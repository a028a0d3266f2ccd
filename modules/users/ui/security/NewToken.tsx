import { useState } from 'react'
import {
  Button,
  Callout,
  Checkbox,
  CopyField,
  call,
  Dialog,
  reloadPage,
  Select,
  TextField,
  useT,
} from '../../../web/ui.ts'
import { createToken, maxTokenNameLength, type TokenScope, tokenScopes } from '../../contract.ts'
import { FormError } from '../auth/FormError.tsx'
import { useForm } from '../auth/useForm.ts'
import { useConfirmed } from '../settings/confirmation.ts'

const minNameLength = 3
const lifetimes = ['30', '90', '365', ''] as const

/** Creates a token and shows it once. */
export const NewToken = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const confirmed = useConfirmed()
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read'])
  const [plain, setPlain] = useState<string>()
  const [copied, setCopied] = useState(false)
  const nameCheck = (value: string) => (value.trim().length < minNameLength ? 'users:security.tokens.shortName' : null)
  const form = useForm({ name: nameCheck }, async ({ name = '', lifetime = '' }) => {
    const expires_in_days = lifetime === '' ? null : Number(lifetime)
    const body = { name: name.trim(), scopes: [...scopes], expires_in_days }
    const created = await confirmed(() => call(createToken, { body }))
    if (!created) return false
    setPlain(created.plainTextToken)
    await reloadPage()
    return true
  })
  const toggle = (scope: TokenScope, isOn: boolean) =>
    setScopes(isOn ? [...scopes, scope] : scopes.filter((other) => other !== scope))
  if (plain)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={t('users:security.tokens.created')}
        dirty={
          !copied && {
            title: t('users:security.tokens.leave.title'),
            body: t('users:security.tokens.leave.text'),
            confirmLabel: t('web:kit.close'),
          }
        }
        footer={
          <Button variant="solid" onClick={onClose}>
            {t('users:security.codes.done')}
          </Button>
        }
      >
        <CopyField label={t('users:security.tokens.token')} value={plain} onCopied={() => setCopied(true)} />
        <Callout tone="warning" className="mt-4">
          {t('users:security.tokens.once')}
        </Callout>
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('users:security.tokens.create')}
      form={form.formProps}
      footer={
        <>
          <Button onClick={onClose}>{t('users:confirm.cancel')}</Button>
          <Button type="submit" variant="solid" disabled={scopes.length === 0} loading={form.busy}>
            {t('users:security.tokens.create')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          name="name"
          maxLength={maxTokenNameLength}
          autoFocus
          required
          label={t('users:security.tokens.name')}
          error={form.errors.name}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-small font-medium">{t('users:security.tokens.scopes')}</legend>
          {tokenScopes.map((scope) => (
            <Checkbox
              key={scope}
              checked={scopes.includes(scope)}
              label={t(`users:security.tokens.scope.${scope}`)}
              onValue={(isOn) => toggle(scope, isOn)}
            />
          ))}
        </fieldset>
        <Select
          name="lifetime"
          label={t('users:security.tokens.lifetime')}
          defaultValue="90"
          options={lifetimes.map((value) => ({
            value,
            label: value
              ? t('users:security.tokens.days', { count: Number(value) })
              : t('users:security.tokens.forever'),
          }))}
        />
        <FormError error={form.formError} />
      </div>
    </Dialog>
  )
}
