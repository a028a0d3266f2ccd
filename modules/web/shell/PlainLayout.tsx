import { Languages } from 'lucide-react'
import type { ReactNode } from 'react'
import { appearancePath } from '../contract.ts'
import { useT } from '../i18n/use-t.ts'
import { Button, cx, Menu } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { KeptHtml } from '../server-html.ts'
import { OfflineBanner } from './Banners.tsx'
import { BrandLink } from './Brand.tsx'
import { CookieNotice } from './CookieNotice.tsx'
import { LegalLinks } from './LegalLinks.tsx'
import { useLanguageItems } from './language.ts'
import { ReturnUrlField } from './ReturnUrlField.tsx'
import { themeIcons, useTheme, useThemeItems } from './theme.ts'

interface PlainLayoutProps {
  children: ReactNode
  /** A wider column, for lists and upload areas. */
  wide?: boolean
  /** The logo loads a document: on pages with uploads the browser then asks before it drops them. */
  leaves?: boolean
}

/** One centered column: sign-in, messages, errors. Legal pages, language and theme are in the footer. */
export const PlainLayout = ({ children, wide = false, leaves = false }: PlainLayoutProps) => (
  <div className="roomy flex min-h-dvh flex-col bg-page">
    <OfflineBanner />
    <CookieNotice />
    <header className="px-5 pt-5 sm:px-8 sm:pt-6">
      <BrandLink leaves={leaves} />
    </header>
    <main
      id="content"
      tabIndex={-1}
      className={cx(
        'mx-auto flex w-full grow flex-col px-5 outline-none',
        wide ? 'max-w-[42rem] pt-8 pb-28 sm:pt-[min(7vh,4.5rem)]' : 'max-w-[25rem] pt-[min(10vh,6rem)] pb-12 sm:px-0',
      )}
    >
      {children}
    </main>
    <PlainFooter>
      <LegalLinks className="w-full justify-center" />
    </PlainFooter>
    <DockSpacer />
  </div>
)

/**
 * Space at the end of a page to scroll its last rows clear of the floating upload panel, and on phones of the bar of links,
 * which floats above a bar of the page (`--bottom-bar`).
 */
export const DockSpacer = () => <div className="dock-spacer" />

/** Language and theme menus at the bottom of pages without a navigation rail, after `children`. */
export const PlainFooter = ({ className, children }: { className?: string; children?: ReactNode }) => (
  <footer className={cx('flex flex-wrap items-center justify-center gap-1 px-5 py-5', className)}>
    {children}
    <KeptHtml of="appearance">
      <AppearanceMenus key="menus" />
    </KeptHtml>
    {/* With scripts, the browser never renders its content. */}
    <noscript>{import.meta.env.SSR && <AppearanceForms />}</noscript>
  </footer>
)

const AppearanceMenus = () => {
  const t = useT()
  const languages = useLanguageItems()
  const language = languages.find(({ checked }) => checked)?.label
  const themes = useThemeItems()
  const [theme] = useTheme()
  return (
    <>
      <Menu label={t('web:shell.language')} items={languages} side="top" align="center">
        <Button
          variant="quiet"
          size="sm"
          icon={Languages}
          className="text-muted noscript:hidden"
          aria-label={t('web:kit.labelled', { label: t('web:shell.language'), value: language })}
        >
          {language}
        </Button>
      </Menu>
      <Menu label={t('web:shell.theme.label')} items={themes} side="top" align="center">
        <Button
          variant="quiet"
          size="sm"
          icon={themeIcons[theme]}
          className="text-muted noscript:hidden"
          aria-label={t('web:kit.labelled', {
            label: t('web:shell.theme.label'),
            value: t(`web:shell.theme.${theme}`),
          })}
        >
          {t(`web:shell.theme.${theme}`)}
        </Button>
      </Menu>
    </>
  )
}

const LanguageButtons = () => {
  const { locale } = usePageContext()
  return <OptionButtons name="locale" current={locale} options={useLanguageItems()} />
}

const ThemeButtons = () => {
  const [theme] = useTheme()
  return <OptionButtons name="theme" current={theme} options={useThemeItems()} />
}

interface OptionButtonsProps {
  name: 'locale' | 'theme'
  current: string
  options: readonly { id: string; label: ReactNode }[]
}

const OptionButtons = ({ name, current, options }: OptionButtonsProps) =>
  options.map(({ id, label }) => (
    <button key={id} type="submit" name={name} value={id} aria-pressed={id === current || undefined}>
      {label}
    </button>
  ))

/** The menus as form buttons, for browsers without scripts. */
const AppearanceForms = () => {
  const t = useT()
  return (
    <>
      <AppearanceForm label={t('web:shell.language')}>
        <KeptHtml of="languages">
          <LanguageButtons key="languages" />
        </KeptHtml>
      </AppearanceForm>
      <AppearanceForm label={t('web:shell.theme.label')}>
        <KeptHtml of="themes">
          <ThemeButtons key="themes" />
        </KeptHtml>
      </AppearanceForm>
    </>
  )
}

const AppearanceForm = ({ label, children }: { label: string; children: ReactNode }) => (
  <form method="post" action={appearancePath} className="quiet-row choices" aria-label={label}>
    <ReturnUrlField />
    {children}
  </form>
)

/** Heading of a plain page, with an optional sentence below it. */
export const PlainHeading = ({ title, text }: { title: string; text?: ReactNode }) => (
  <div className="mb-8">
    <h1 className="text-28 font-bold text-balance outline-none">{title}</h1>
    {text && <p className="mt-2 text-16 text-pretty break-words text-muted">{text}</p>}
  </div>
)
