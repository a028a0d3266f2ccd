import { useState } from 'react'
import { announceSignIn, Callout, useFocusOnChange, usePageContext, useT } from '../../../web/ui.ts'
import { safeRedirect } from '../../contract/safe-redirect.ts'
import { FormError } from '../auth/FormError.tsx'
import { ProviderProblem } from '../auth/ProviderProblem.tsx'
import { EmailStep } from './EmailStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import type { SignInStep } from './sign-in-steps.ts'
import { TwoFactorStep } from './TwoFactorStep.tsx'
import { UnverifiedStep } from './UnverifiedStep.tsx'

/** Sign-in in steps: email, password, and the second factor where there is one; or a passkey alone. */
export const SignIn = () => {
  const t = useT()
  const { search } = usePageContext().urlParsed
  const verification = search.verification === 'expired' ? undefined : search.verification
  // i18n-keys: users:page.signIn.expired.*, users:page.signIn.sessionEnded.*, users:page.signIn.signedOut.*, users:page.signIn.verification.*
  const notice =
    search.session === 'ended'
      ? 'sessionEnded'
      : search.session === 'signed-out'
        ? 'signedOut'
        : search.verification && (verification ? 'verification' : 'expired')
  const [step, setStep] = useState<SignInStep>(
    search.step === 'two-factor' ? { name: 'two-factor', email: '' } : { name: 'email', email: '' },
  )
  useFocusOnChange(step.name)
  const backToEmail = () => setStep({ name: 'email', email: step.email })
  // A full page load: it renders with the new session's cookies and texts, and tells password managers of the success.
  const finish = () => {
    if (!announceSignIn()) location.assign(safeRedirect(search.redirect))
  }
  // Passkeys and providers send no password with the token: open the link again, now signed in.
  const link = verification ? `/api/user/verify/${encodeURIComponent(verification)}` : undefined
  switch (step.name) {
    case 'email':
      return (
        <EmailStep
          email={step.email}
          notice={
            step.error ? (
              <div className="mb-6">
                <FormError error={step.error} />
              </div>
            ) : notice ? (
              <Callout
                tone={notice === 'verification' || notice === 'signedOut' ? 'info' : 'warning'}
                title={t(`users:page.signIn.${notice}.title`)}
                className="mb-6"
              >
                {t(`users:page.signIn.${notice}.text`)}
              </Callout>
            ) : (
              <ProviderProblem code={search.problem} />
            )
          }
          destination={link ?? search.redirect}
          onSignedIn={link ? () => location.assign(link) : finish}
          onKnown={(email, account) => setStep({ name: 'password', email, account })}
        />
      )
    case 'password':
      return (
        <PasswordStep
          {...step}
          verification={verification}
          onBack={backToEmail}
          onUnverified={() => setStep({ name: 'unverified', email: step.email })}
          onTwoFactor={() => setStep({ name: 'two-factor', email: step.email })}
          onDone={finish}
        />
      )
    case 'two-factor':
      return (
        <TwoFactorStep onExpired={(error) => setStep({ name: 'email', email: step.email, error })} onDone={finish} />
      )
    case 'unverified':
      return <UnverifiedStep email={step.email} onBack={backToEmail} />
  }
}
