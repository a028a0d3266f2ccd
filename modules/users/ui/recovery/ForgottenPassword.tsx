import { useEffect, useState } from 'react'
import { call, LinkButton, PlainHeading, useFocusOnChange, useT } from '../../../web/ui.ts'
import { recoverPassword } from '../../contract.ts'
import { emailCheck } from '../auth/checks.ts'
import { EmailField } from '../auth/EmailField.tsx'
import { FormError } from '../auth/FormError.tsx'
import { FormFooter, TextLink } from '../auth/form-links.tsx'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/useForm.ts'
import { takeTypedEmail } from '../pending-email.ts'

/** Requests a reset link; the response is the same for every email. */
export const ForgottenPassword = () => {
  const t = useT()
  const [sentTo, setSentTo] = useState<string>()
  /** The email that was typed at the sign-in. */
  const [typed, setTyped] = useState('')
  useEffect(() => setTyped((earlier) => takeTypedEmail() ?? earlier), [])
  const form = useForm({ email: emailCheck }, async ({ email = '' }) => {
    await call(recoverPassword, { body: { email: email.trim() } })
    setSentTo(email.trim())
  })
  useFocusOnChange(sentTo)
  if (sentTo) {
    return (
      <>
        <PlainHeading
          title={t('users:page.forgotten.sent.title')}
          text={t('users:page.forgotten.sent.text', { email: sentTo })}
        />
        <LinkButton href="/sign-in" size="lg" wide>
          {t('users:page.forgotten.back')}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <PlainHeading title={t('users:page.forgotten.title')} text={t('users:page.forgotten.text')} />
      <form {...form.formProps} className="flex flex-col gap-5">
        <EmailField key={typed} defaultValue={typed} error={form.errors.email} />
        <FormError error={form.formError} />
        <SubmitButton ready={form.ready} busy={form.busy}>
          {t('users:page.forgotten.submit')}
        </SubmitButton>
      </form>
      <FormFooter>
        <TextLink href="/sign-in">{t('users:page.forgotten.back')}</TextLink>
      </FormFooter>
    </>
  )
}
