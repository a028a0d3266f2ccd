import { useState } from 'react'
import { reload } from 'vike/client/router'
import { Button, Card, call, TextField, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { changePassword } from '../../contract.ts'
import { givenPasswordCheck, newPasswordCheck, repeatedPasswordCheck } from '../auth/checks.ts'
import { FormError } from '../auth/FormError.tsx'
import { NewPasswordFields } from '../auth/NewPasswordFields.tsx'
import { useForm } from '../auth/useForm.ts'

const checks = {
  current: givenPasswordCheck,
  password: newPasswordCheck,
  password_confirmation: repeatedPasswordCheck,
}

/** Changes the password; all other browsers are signed out. */
export const PasswordCard = () => {
  const t = useT()
  const { user } = usePageContext()
  const feedback = useFeedback()
  // A new key empties the fields after the change.
  const [changes, setChanges] = useState(0)
  const form = useForm(checks, async ({ current = '', password = '', password_confirmation = '' }) => {
    const { message } = await call(changePassword, { body: { current, password, password_confirmation } })
    feedback.toast({ kind: 'success', text: message })
    setChanges(changes + 1)
    await reload()
  })
  return (
    <Card id="password" title={t('users:security.password.title')} text={t('users:security.password.text')}>
      <form key={changes} {...form.formProps} className="flex max-w-md flex-col gap-4">
        {/* Password managers find the account's email here. */}
        <input type="email" name="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <TextField
          size="lg"
          type="password"
          name="current"
          autoComplete="current-password"
          required
          label={t('users:security.password.current')}
          error={form.errors.current}
        />
        <NewPasswordFields
          errors={form.errors}
          label={t('users:page.newPassword.password')}
          repeatLabel={t('users:page.newPassword.repeat')}
          own={[user?.email ?? '', user?.name ?? '']}
        />
        <FormError error={form.formError} />
        <div>
          <Button type="submit" disabled={!form.ready} loading={form.busy}>
            {t('users:security.password.submit')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
