import { LinkButton, PlainHeading, usePageContext, useT } from '../../web/ui.ts'

/** Shown instead of a share link or file request whose owner is restricted. */
export const UnavailableShare = () => {
  const t = useT()
  const { user } = usePageContext()
  return (
    <>
      <PlainHeading title={t('site:page.unavailable.title')} text={t('site:page.unavailable.text')} />
      <LinkButton href={user ? '/platform/files' : '/sign-in'} size="lg" wide>
        {t(user ? 'site:page.home.files' : 'site:page.home.signIn')}
      </LinkButton>
    </>
  )
}
