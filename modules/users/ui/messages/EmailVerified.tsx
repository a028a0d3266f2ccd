import { LinkButton, PlainHeading, usePageContext, useT } from '../../../web/ui.ts'

/** After the verification link was opened. */
export const EmailVerified = () => {
  const t = useT()
  const { user } = usePageContext()
  return (
    <>
      <PlainHeading title={t('users:page.verified.title')} text={t('users:page.verified.text')} />
      <LinkButton href={user ? '/platform/files' : '/sign-in'} variant="solid" size="lg" wide>
        {t(user ? 'users:page.verified.files' : 'users:page.verified.signIn')}
      </LinkButton>
    </>
  )
}
