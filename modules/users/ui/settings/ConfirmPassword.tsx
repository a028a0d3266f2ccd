import { Button, call, TextField, useT } from '../../../web/ui.ts'
import { confirmPassword } from '../../contract.ts'
import { givenPasswordCheck } from '../auth/checks.ts'
import { FormError } from '../auth/FormError.tsx'
import { useForm } from '../auth/useForm.ts'

interface ConfirmPasswordProps {
  onDone: () => void
  onCancel: () => void
}

/** Asks for the password before a sensitive action. */
export const ConfirmPassword = ({ onDone, onCancel }: ConfirmPasswordProps) => {
  const t = useT()
  const form = useForm({ password: givenPasswordCheck }, async ({ password = '' }) => {
    await call(confirmPassword, { body: { password } })
    onDone()
  })
  return (
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
        <Button onClick={onCancel}>{t('users:confirm.cancel')}</Button>
        <Button type="submit" variant="solid" loading={form.busy}>
          {t('users:confirm.submit')}
        </Button>
      </div>
    </form>
  )
}
