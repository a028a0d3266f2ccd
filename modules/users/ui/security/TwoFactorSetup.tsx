import { Button, CopyField, call, Dialog, TextField, useT } from '../../../web/ui.ts'
import { confirmTwoFactor } from '../../contract.ts'
import { requiredCheck } from '../auth/checks.ts'
import { FormError } from '../auth/FormError.tsx'
import { useForm } from '../auth/useForm.ts'
import { useConfirmed } from '../settings/confirmation.ts'

type Props = { svg: string; secretKey: string; onClose: () => void; onEnabled: () => void }

/** Shows the secret of a new second factor and asks for its first code. */
export const TwoFactorSetup = ({ svg, secretKey, onClose, onEnabled }: Props) => {
  const t = useT()
  const confirmed = useConfirmed()
  const form = useForm({ code: requiredCheck }, async ({ code = '' }) => {
    if (await confirmed(() => call(confirmTwoFactor, { body: { code } }))) onEnabled()
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('users:security.setup.title')}
      text={t('users:security.setup.text')}
      form={form.formProps}
      footer={
        <>
          <Button onClick={onClose}>{t('users:confirm.cancel')}</Button>
          <Button type="submit" variant="solid" loading={form.busy}>
            {t('users:security.setup.submit')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={t('users:security.setup.qr')}
          width={192}
          height={192}
          className="self-center rounded-md bg-white"
        />
        <CopyField label={t('users:security.setup.secret')} value={secretKey} />
        <TextField
          name="code"
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          label={t('users:page.twoFactor.code.label')}
          error={form.errors.code}
        />
        <FormError error={form.formError} />
      </div>
    </Dialog>
  )
}
