import { BrandLink, LinkButton, OfflineBanner, PlainFooter, usePageContext, useT } from '../../web/ui.ts'

/** The product in one sentence, with links to sign in and sign up. */
export const Homepage = () => {
  const t = useT()
  const { settings, user } = usePageContext()
  return (
    <div className="roomy flex min-h-dvh flex-col bg-page">
      <OfflineBanner />
      <header className="mx-auto flex w-full max-w-5xl items-center justify-between gap-4 px-5 pt-5 sm:px-8 sm:pt-6">
        <BrandLink />
        <nav className="flex items-center gap-2" aria-label={t('site:page.home.navigation')}>
          {user ? (
            <LinkButton href="/platform/files">{t('site:page.home.files')}</LinkButton>
          ) : (
            <LinkButton href="/sign-in" variant="quiet" className="-me-3.5">
              {t('site:page.home.signIn')}
            </LinkButton>
          )}
        </nav>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-5xl grow flex-col justify-center px-5 pb-[12vh] pt-12 outline-none sm:px-8"
      >
        <h1 className="max-w-3xl text-[clamp(2.25rem,6vw,3.75rem)] leading-[1.08] font-bold tracking-[-0.03em] text-balance outline-none">
          {t('site:page.home.title')}
        </h1>
        <p className="mt-5 max-w-xl text-20 text-pretty text-muted">
          {settings.description || t('site:page.home.text', { app: settings.name })}
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          {user && (
            <LinkButton href="/platform/files" variant="solid" size="lg">
              {t('site:page.home.files')}
            </LinkButton>
          )}
          {!user && settings.userRegistration && (
            <LinkButton href="/sign-up" variant="solid" size="lg">
              {t('site:page.home.signUp')}
            </LinkButton>
          )}
          {!user && (
            <LinkButton href="/sign-in" variant={settings.userRegistration ? 'neutral' : 'solid'} size="lg">
              {t('site:page.home.signIn')}
            </LinkButton>
          )}
        </div>
      </main>
      <PlainFooter />
    </div>
  )
}
