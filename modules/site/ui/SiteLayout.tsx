import type { ReactNode } from 'react'
import {
  AdSlot,
  BrandLink,
  CookieNotice,
  CookieSettings,
  LinkButton,
  OfflineBanner,
  PlainFooter,
  SkipLink,
  TextTree,
  useAnalytics,
  useData,
  usePageContext,
  useT,
} from '../../web/ui.ts'
import type { SiteFrame } from '../contract.ts'

/** Header and footer of the public pages. */
export const SiteLayout = ({ children }: { children: ReactNode }) => {
  const t = useT()
  useAnalytics()
  const { settings, user, urlPathname } = usePageContext()
  const { footer } = useData<{ frame: SiteFrame }>().frame
  const links = [{ href: '/contact-us', title: t('site:page.contact.title') }].concat(
    Object.entries(settings.legalPages ?? {}).map(([slug, title]) => ({ href: `/page/${slug}`, title })),
  )
  return (
    <div className="roomy flex min-h-dvh flex-col bg-page" data-asks-consent>
      <SkipLink />
      <OfflineBanner />
      <CookieNotice />
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-5 pt-5 sm:px-8 sm:pt-6">
        <BrandLink />
        <nav className="flex items-center gap-1 sm:gap-2" aria-label={t('site:page.home.navigation')}>
          {user ? (
            <LinkButton href="/platform/files">{t('site:page.home.files')}</LinkButton>
          ) : (
            <>
              <LinkButton href="/sign-in" variant="quiet">
                {t('site:page.home.signIn')}
              </LinkButton>
              {settings.userRegistration && (
                <LinkButton href="/sign-up" className="max-sm:hidden">
                  {t('site:page.home.signUp')}
                </LinkButton>
              )}
            </>
          )}
        </nav>
      </header>
      <main id="content" tabIndex={-1} className="flex w-full grow flex-col outline-none">
        {children}
        {urlPathname !== '/' && <AdSlot name="pages" className="mx-auto mt-10 w-full max-w-6xl px-5 sm:px-8" />}
      </main>
      <div className="mt-16 border-t border-line">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-6 gap-y-1 px-5 py-5 sm:px-8">
          <nav aria-label={t('site:footer')} className="quiet-row -mx-3 grow">
            {links.map(({ href, title }) => (
              <a key={href} href={href} aria-current={href === urlPathname ? 'page' : undefined}>
                {title}
              </a>
            ))}
          </nav>
          <CookieSettings />
          <PlainFooter className="-mx-3 p-0!" />
          {footer.length > 0 && (
            <div className="markdown w-full p-0! text-13! text-muted">
              <TextTree nodes={footer} />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
