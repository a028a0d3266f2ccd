import { useEffect, useState } from 'react'
import type { BotCheck } from '../../../shared/contract.ts'
import {
  call,
  LinkButton,
  PlainHeading,
  passBotCheck,
  TextField,
  useData,
  usePageContext,
  useT,
  useTheme,
} from '../../../web/ui.ts'
import { maxNameLength, type OfferedProvider, register } from '../../contract.ts'
import { accountActions } from '../account-actions.ts'
import { emailCheck, newPasswordCheck, repeatedPasswordCheck, requiredCheck } from '../auth/checks.ts'
import { EmailField } from '../auth/EmailField.tsx'
import { FormError } from '../auth/FormError.tsx'
import { FormFooter, TextLink } from '../auth/form-links.tsx'
import { LegalAgreement } from '../auth/LegalAgreement.tsx'
import { NewPasswordFields } from '../auth/NewPasswordFields.tsx'
import { ProviderButtons } from '../auth/ProviderButtons.tsx'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/useForm.ts'
import { invitationPath, invitedEmail, rememberPendingEmail } from '../pending-email.ts'

/** The sign-up form, or a note that registration is closed. */
export const SignUp = () => {
  const { settings } = usePageContext()
  return settings.userRegistration ? <SignUpForm /> : <RegistrationClosed />
}

const SignUpForm = () => {
  const t = useT()
  const { settings } = usePageContext()
  const { providers, botCheck } = useData<{ providers: OfferedProvider[]; botCheck: BotCheck }>()
  const [theme] = useTheme()
  const [own, setOwn] = useState({ email: '', name: '' })
  const [invited, setInvited] = useState('')
  useEffect(() => {
    const email = invitedEmail()
    if (!email) return
    setInvited(email)
    setOwn((given) => ({ ...given, email }))
  }, [])
  const checks = {
    email: emailCheck,
    name: requiredCheck,
    password: newPasswordCheck,
    password_confirmation: repeatedPasswordCheck,
  }
  const form = useForm(checks, async ({ email = '', name = '', password = '', password_confirmation = '' }) => {
    const trimmedEmail = email.trim()
    const proof = await passBotCheck(botCheck, 'register')
    const body = { email: trimmedEmail, name: name.trim(), password, password_confirmation, ...proof }
    const { data } = await call(register, { body })
    if (!data.signed_in) rememberPendingEmail(trimmedEmail)
    // Stores the theme selected before the account existed; on failure it can be selected again.
    else if (theme !== 'system') await accountActions.saveSetting('theme_mode', theme).catch(() => {})
    location.assign(data.signed_in ? (invitationPath(trimmedEmail) ?? '/platform/files') : '/successfully-send')
  })
  return (
    <>
      <PlainHeading title={t('users:page.signUp.title')} text={t('users:page.signUp.text', { app: settings.name })} />
      <form {...form.formProps} className="flex flex-col gap-5">
        <EmailField
          key={invited}
          defaultValue={invited}
          error={form.errors.email}
          onValue={(email) => setOwn({ ...own, email })}
        />
        <TextField
          size="lg"
          name="name"
          autoComplete="name"
          required
          maxLength={maxNameLength}
          label={t('users:page.field.nameLabel')}
          error={form.errors.name}
          onValue={(name) => setOwn({ ...own, name })}
        />
        <NewPasswordFields
          errors={form.errors}
          label={t('users:page.signUp.password')}
          repeatLabel={t('users:page.signUp.repeat')}
          own={[own.email, own.name]}
        />
        <FormError error={form.formError} />
        <SubmitButton ready={form.ready} busy={form.busy}>
          {t('users:page.signUp.submit')}
        </SubmitButton>
      </form>
      <div className="mt-3 flex flex-col gap-3">
        <ProviderButtons providers={providers} />
        <LegalAgreement />
      </div>
      <FormFooter>
        {t('users:page.signUp.haveAccount')} <TextLink href="/sign-in">{t('users:page.signUp.signIn')}</TextLink>
      </FormFooter>
    </>
  )
}

const RegistrationClosed = () => {
  const t = useT()
  const { settings } = usePageContext()
  return (
    <>
      <PlainHeading
        title={t('users:page.signUp.closed.title')}
        text={t('users:page.signUp.closed.text', { app: settings.name })}
      />
      <LinkButton href="/sign-in" variant="solid" size="lg" wide>
        {t('users:page.signUp.signIn')}
      </LinkButton>
    </>
  )
}
