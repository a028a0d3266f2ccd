import { useState } from 'react'
import { type GatewayName, type GatewaySetup, gatewayTraits, setUpGateway } from '../../../billing/contract.ts'
import { FormError, requiredCheck, useConfirmed, useForm } from '../../../users/ui.ts'
import { Button, Checkbox, call, reloadPage, TextField, useFeedback, useT } from '../../../web/ui.ts'

const keyLabels: Record<GatewayName, string> = {
  stripe: 'admin:gateway.key',
  paypal: 'admin:gateway.clientId',
  paystack: 'admin:gateway.key',
}

/** Credentials are tested at the gateway before they are saved, and are never shown again. */
export const CredentialsForm = ({ service: { service, is_configured, live } }: { service: GatewaySetup }) => {
  const t = useT()
  const feedback = useFeedback()
  const confirmed = useConfirmed()
  const [open, setOpen] = useState(!is_configured)
  const { webhookCredential, hasSandbox } = gatewayTraits[service]
  const form = useForm(
    { key: requiredCheck, secret: requiredCheck, ...(webhookCredential ? { webhook: requiredCheck } : {}) },
    async ({ key = '', secret = '', webhook = '', live: chosen }) => {
      const body = { service, key: key.trim(), secret: secret.trim(), webhook: webhook.trim(), live: chosen === 'on' }
      const done = await confirmed(() => call(setUpGateway, { body }))
      if (!done) return false
      feedback.toast({ kind: 'success', text: done.message })
      setOpen(false)
      await reloadPage()
      return true
    },
  )
  if (!open)
    return (
      <Button className="self-start" onClick={() => setOpen(true)}>
        {t('admin:gateway.update')}
      </Button>
    )
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <TextField name="key" autoComplete="off" required label={t(keyLabels[service])} error={form.errors.key} />
      <TextField
        name="secret"
        type="password"
        autoComplete="off"
        required
        label={t('admin:gateway.secret')}
        error={form.errors.secret}
      />
      {webhookCredential && (
        <TextField
          name="webhook"
          type={webhookCredential === 'secret' ? 'password' : 'text'}
          autoComplete="off"
          required
          label={t(webhookCredential === 'id' ? 'admin:gateway.webhookId' : 'admin:gateway.webhookSecret')}
          error={form.errors.webhook}
        />
      )}
      {hasSandbox && <Checkbox name="live" defaultChecked={live} label={t('admin:gateway.live')} />}
      <FormError error={form.formError} />
      <Button type="submit" variant="solid" loading={form.busy} className="self-start">
        {t('admin:gateway.save')}
      </Button>
    </form>
  )
}
