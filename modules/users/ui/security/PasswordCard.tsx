import { Fragment, useState } from 'react'
import {
  Button,
  Card,
  call,
  reloadPage,
  TextField,
  useFeedback,
  useFocusOnChange,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { changePassword, removePassword } from '../../contract.ts'
import { givenPasswordCheck, newPasswordCheck, repeatedPasswordCheck } from '../auth/checks.ts'
import { FormError } from '../auth/FormError.tsx'
import { NewPasswordFields } from '../auth/NewPasswordFields.tsx'
import { useForm } from '../auth/useForm.ts'
import { useAction } from '../settings/useAction.ts'

const checks = {
  current: givenPasswordCheck,
  password: newPasswordCheck,
  password_confirmation: repeatedPasswordCheck,
}

/** Changes the password; all other browsers are signed out. `removable`: the account has another way to sign in. */
export const PasswordCard = ({ removable }: { removable: boolean }) => {
  const t = useT()
  const { user } = usePageContext()
  const feedback = useFeedback()
  const act = useAction()
  const remove = async () => {
    const isSure = await feedback.confirm({
      title: t('users:security.password.remove.title'),
      body: t('users:security.password.remove.text'),
      confirmLabel: t('users:security.password.remove.submit'),
      danger: true,
    })
    if (isSure) await act(() => call(removePassword), t('users:security.password.removed'))
  }
  // A new key empties the fields after the change, and leaves the button its focus.
  const [changes, setChanges] = useState(0)
  useFocusOnChange(changes, '#password h2')
  const form = useForm(checks, async ({ current = '', password = '', password_confirmation = '' }) => {
    const { message } = await call(changePassword, { body: { current, password, password_confirmation } })
    feedback.toast({ kind: 'success', text: message })
    setChanges(changes + 1)
    await reloadPage()
  })
  return (
    <Card id="password" title={t('users:security.password.title')} text={t('users:security.password.text')}>
      <form {...form.formProps} className="flex max-w-md flex-col gap-4">
        {/* Password managers find the account's email here. */}
        <input type="email" name="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <Fragment key={changes}>
          <TextField
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
            size="md"
            own={[user?.email ?? '', user?.name ?? '']}
          />
        </Fragment>
        <FormError error={form.formError} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={!form.ready} loading={form.busy}>
            {t('users:security.password.submit')}
          </Button>
          {removable && (
            <Button variant="quiet" onClick={() => void remove()}>
              {t('users:security.password.remove.submit')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
