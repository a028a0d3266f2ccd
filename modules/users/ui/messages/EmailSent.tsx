import { useEffect, useState } from 'react'
import { LinkButton, PlainHeading, usePageContext, useT } from '../../../web/ui.ts'
import { ResendButton } from '../auth/ResendButton.tsx'
import { pendingEmail } from '../pending-email.ts'

/** After sign-up: the verification link was sent. */
export const EmailSent = () => {
  const t = useT()
  const { settings } = usePageContext()
  const [email, setEmail] = useState<string | null>(null)
  useEffect(() => setEmail(pendingEmail()), [])
  return (
    <>
      <PlainHeading
        title={t('users:page.sent.title')}
        text={email ? t('users:page.sent.textTo', { email }) : t('users:page.sent.text')}
      />
      <div className="flex flex-col gap-3">
        {email && <ResendButton email={email} />}
        <LinkButton
          href={settings.allowHomepage ? '/' : '/sign-in'}
          variant={email ? 'quiet' : 'neutral'}
          size="lg"
          wide
        >
          {t(settings.allowHomepage ? 'users:page.sent.home' : 'users:page.sent.signIn')}
        </LinkButton>
      </div>
    </>
  )
}
