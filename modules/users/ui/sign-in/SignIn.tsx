import { useState } from 'react'
import { Callout, usePageContext, useT } from '../../../web/ui.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { EmailStep } from './EmailStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import type { Step } from './steps.ts'
import { UnverifiedStep } from './UnverifiedStep.tsx'

/** Sign-in in two steps: email, then password. */
export const SignIn = () => {
  const t = useT()
  const { search } = usePageContext().urlParsed
  const [step, setStep] = useState<Step>({ name: 'email', email: '' })
  const backToEmail = () => setStep({ name: 'email', email: step.email })
  switch (step.name) {
    case 'email':
      return (
        <EmailStep
          email={step.email}
          notice={
            search.verification === 'expired' && (
              <Callout tone="warning" title={t('users:page.signIn.expired.title')} className="mb-6">
                {t('users:page.signIn.expired.text')}
              </Callout>
            )
          }
          onKnown={(email, account) => setStep({ name: 'password', email, account })}
        />
      )
    case 'password':
      return (
        <PasswordStep
          {...step}
          onBack={backToEmail}
          onUnverified={() => setStep({ name: 'unverified', email: step.email })}
          // A full page load: it renders with the new session's cookies and texts, and tells password managers of the success.
          onDone={() => location.assign(safeRedirect(search.redirect))}
        />
      )
    case 'unverified':
      return <UnverifiedStep email={step.email} onBack={backToEmail} />
  }
}
