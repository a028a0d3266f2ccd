import { LinkButton, PlainHeading, usePageContext, useT } from '../../../web/ui.ts'

/** Where the mailed verification link ends. */
export const Verified = () => {
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
