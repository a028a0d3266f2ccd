import { useState } from 'react'
import { Callout, usePageContext, useT } from '../../../web/ui.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { EmailStep } from './EmailStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import type { Step } from './steps.ts'
import { UnverifiedStep } from './UnverifiedStep.tsx'

/** E-mail, then password, then in: one question at a time. */
export const SignIn = () => {
  const t = useT()
  const { search } = usePageContext().urlParsed
  const [step, setStep] = useState<Step>({ name: 'email', email: '' })
  const back = () => setStep({ name: 'email', email: step.email })
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
          onKnown={(email, person) => setStep({ name: 'password', email, person })}
        />
      )
    case 'password':
      return (
        <PasswordStep
          {...step}
          onBack={back}
          onUnverified={() => setStep({ name: 'unverified', email: step.email })}
          // A whole new page: the session's cookies and texts begin there, and password managers see a success.
          onDone={() => location.assign(safeRedirect(search.redirect))}
        />
      )
    case 'unverified':
      return <UnverifiedStep email={step.email} onBack={back} />
  }
}
