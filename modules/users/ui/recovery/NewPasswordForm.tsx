import { useState } from 'react'
import { Callout, call, LinkButton, PlainHeading, useFocusOnChange, usePageContext, useT } from '../../../web/ui.ts'
import { resetPassword } from '../../contract.ts'
import { emailCheck, newPasswordCheck, repeatedPasswordCheck } from '../auth/checks.ts'
import { EmailField } from '../auth/EmailField.tsx'
import { FormError } from '../auth/FormError.tsx'
import { TextLink } from '../auth/form-links.tsx'
import { NewPasswordFields } from '../auth/NewPasswordFields.tsx'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/useForm.ts'

/** Sets a new password; opened by the link in the email. */
export const NewPasswordForm = () => {
  const t = useT()
  const { search } = usePageContext().urlParsed
  const [done, setDone] = useState<{ removed: boolean }>()
  const [email, setEmail] = useState('')
  const checks = { email: emailCheck, password: newPasswordCheck, password_confirmation: repeatedPasswordCheck }
  const form = useForm(checks, async (values) => {
    const { password = '', password_confirmation = '' } = values
    const body = { token: search.token ?? '', email: (values.email ?? '').trim(), password, password_confirmation }
    const { data } = await call(resetPassword, { body })
    setDone({ removed: data.sign_in_methods_removed })
  })
  useFocusOnChange(done)
  if (!search.token) return <InvalidLink />
  if (done) {
    return (
      <>
        <PlainHeading title={t('users:page.newPassword.done.title')} text={t('users:page.newPassword.done.text')} />
        {done.removed && (
          <Callout tone="warning" className="mb-5">
            {t('users:page.newPassword.done.removed')}
          </Callout>
        )}
        <LinkButton href="/sign-in" variant="solid" size="lg" wide>
          {t('users:page.newPassword.signIn')}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <PlainHeading title={t('users:page.newPassword.title')} text={t('users:page.newPassword.text')} />
      <form {...form.formProps} className="flex flex-col gap-5">
        <EmailField error={form.errors.email} onValue={setEmail} />
        <NewPasswordFields
          errors={form.errors}
          label={t('users:page.newPassword.password')}
          repeatLabel={t('users:page.newPassword.repeat')}
          own={[email]}
        />
        {form.formError?.code === 'reset-token-invalid' ? (
          <Callout tone="danger" role="alert">
            {form.formError.message} <TextLink href="/forgotten-password">{t('users:page.newPassword.again')}</TextLink>
          </Callout>
        ) : (
          <FormError error={form.formError} />
        )}
        <SubmitButton ready={form.ready} busy={form.busy}>
          {t('users:page.newPassword.submit')}
        </SubmitButton>
      </form>
    </>
  )
}

const InvalidLink = () => {
  const t = useT()
  return (
    <>
      <PlainHeading
        title={t('users:page.newPassword.incomplete.title')}
        text={t('users:page.newPassword.incomplete.text')}
      />
      <LinkButton href="/forgotten-password" variant="solid" size="lg" wide>
        {t('users:page.newPassword.again')}
      </LinkButton>
    </>
  )
}
