import { LockKeyhole } from 'lucide-react'
import { Button, call, Dialog, TextField, useT } from '../../../web/ui.ts'
import { confirmPassword } from '../../contract.ts'
import { givenPasswordCheck } from '../auth/checks.ts'
import { FormError } from '../auth/FormError.tsx'
import { useForm } from '../auth/useForm.ts'

/** Asks for the password before a sensitive action. */
export const ConfirmPassword = ({ onDone }: { onDone: (isConfirmed: boolean) => void }) => {
  const t = useT()
  const form = useForm({ password: givenPasswordCheck }, async ({ password = '' }) => {
    await call(confirmPassword, { body: { password } })
    onDone(true)
  })
  return (
    <Dialog
      open
      onOpenChange={() => onDone(false)}
      icon={LockKeyhole}
      title={t('users:confirm.title')}
      text={t('users:confirm.text')}
    >
      <form {...form.formProps} className="flex flex-col gap-4 pt-2">
        <TextField
          type="password"
          name="password"
          autoComplete="current-password"
          autoFocus
          required
          label={t('users:page.field.passwordLabel')}
          error={form.errors.password}
        />
        <FormError error={form.formError} />
        <div className="flex justify-end gap-2 phone:*:grow">
          <Button onClick={() => onDone(false)}>{t('users:confirm.cancel')}</Button>
          <Button type="submit" variant="solid" loading={form.busy}>
            {t('users:confirm.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
