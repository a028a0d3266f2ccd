import { Avatar, CallError, Checkbox, call, PlainHeading, TextField, useT } from '../../../web/ui.ts'
import { login } from '../../contract.ts'
import { givenPasswordCheck } from '../auth/checks.ts'
import { FormError } from '../auth/FormError.tsx'
import { FormFooter, TextLink } from '../auth/form-links.tsx'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/useForm.ts'
import { rememberTypedEmail } from '../pending-email.ts'
import type { KnownAccount } from './sign-in-steps.ts'

type Props = {
  email: string
  account: KnownAccount
  /** Token of the verification link that led here. */
  verification: string | undefined
  onBack: () => void
  onUnverified: () => void
  onTwoFactor: () => void
  onDone: () => void
}

/** Looks the same for known and unknown emails, except for the name and picture that the server sends to this browser. */
export const PasswordStep = ({ email, account, verification, onBack, onUnverified, onTwoFactor, onDone }: Props) => {
  const t = useT()
  const form = useForm({ password: givenPasswordCheck }, async (values) => {
    try {
      const { two_factor } = await call(login, {
        body: {
          email,
          password: values.password ?? '',
          remember: values.remember === 'on',
          ...(verification && { verification }),
        },
      })
      if (two_factor) return onTwoFactor()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'email-not-verified') return onUnverified()
      // The server does not say which of the two was wrong; only the password can be corrected here.
      if (error.code !== 'credentials-invalid') throw error
      throw new CallError(error.status, { ...error.body, errors: { password: [error.message] } })
    }
    onDone()
  })
  return (
    <>
      <PlainHeading
        title={
          account.name ? t('users:page.signIn.hello', { name: account.name }) : t('users:page.signIn.passwordTitle')
        }
      />
      <div className="mb-6 flex items-center gap-3 rounded-md border border-line bg-surface py-2 ps-2.5 pe-2">
        <Avatar image={account.avatar} name={account.name} email={email} size={36} />
        <span className="bidi-plaintext min-w-0 grow truncate text-16" title={email}>
          {email}
        </span>
        <button
          type="button"
          onClick={onBack}
          aria-label={t('users:page.signIn.changeEmail')}
          className="min-h-9 shrink-0 rounded-sm px-2.5 text-small font-medium text-brand-text hover:bg-hover"
        >
          {t('users:page.signIn.change')}
        </button>
      </div>
      <form {...form.formProps} className="flex flex-col gap-5">
        {/* Password managers find the account's email here. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          size="lg"
          type="password"
          name="password"
          autoComplete="current-password"
          autoFocus
          required
          label={t('users:page.field.passwordLabel')}
          error={form.errors.password}
        />
        <Checkbox name="remember" label={t('users:page.signIn.remember')} />
        <FormError error={form.formError} />
        <SubmitButton ready={form.ready} busy={form.busy}>
          {t('users:page.signIn.submit')}
        </SubmitButton>
      </form>
      <FormFooter>
        <TextLink href="/forgotten-password" onClick={() => rememberTypedEmail(email)}>
          {t('users:page.signIn.forgotten')}
        </TextLink>
      </FormFooter>
    </>
  )
}
