import './older-browsers.ts'
import { setNonce } from 'get-nonce'
import type { i18n } from 'i18next'
import { type ComponentProps, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import type { PageContextClient } from 'vike/types'
import '../modules/web/styles/app.css'
import {
  addFileIcons,
  deleteOfflineFolders,
  formatDateTime,
  formatDay,
  formatNumber,
  lateConsent,
  loadTranslations,
  loadWithRetry,
  maxWaitMs,
  mayLeave,
  renderZone,
  withinTime,
} from '../modules/web/ui.ts'
import { App } from './App.tsx'
import { endEarlyClicks } from './early-click.ts'
import { errorContext, hasFailed, pageLoaded } from './page-load-error.ts'
import { onPageShown } from './page-shown.ts'
import { prefetchPages } from './prefetch-pages.ts'
import { restoreStyles } from './style-attributes.ts'
import { documentTitle } from './title.ts'
import { yieldToMain } from './yield-to-main.ts'

let root: Root | undefined

// Dialogs add a stylesheet that prevents the page behind them from scrolling.
setNonce(document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '')

/**
 * Waits for the texts and code that a page cannot hydrate without, however long: on a slow connection, loading the page again
 * would begin anew. The notice of script-load-error.ts is shown when they fail to load, and until they arrive when they are late.
 */
const required = async <Needed,>(work: Promise<Needed>): Promise<Needed> => {
  const notice = document.getElementById('script-load-error')
  const show = () => notice?.removeAttribute('hidden')
  const timer = setTimeout(show, maxWaitMs)
  const needed = await work.catch((error: unknown) => {
    show()
    throw error
  })
  clearTimeout(timer)
  notice?.setAttribute('hidden', '')
  return needed
}

/**
 * Creates the browser's first Intl formatters of the locale in tasks of their own: they take as long as half the hydration.
 * Errors are ignored here; they surface where the formatters are used.
 */
const warmUpFormatters = ({ locale, user, prefs }: PageContextClient): Promise<unknown>[] => {
  const [epoch, zone] = [new Date(0).toISOString(), renderZone(user, prefs)]
  const number = () => formatNumber(0, locale)
  const time = () => [formatDateTime(epoch, locale, zone), formatDay(epoch, locale, zone, Date.now())]
  const needed: (() => unknown)[] = document.querySelector('time') ? [number, time] : [number]
  return needed.map((format) => yieldToMain(format).catch(() => undefined))
}

/** Documents of signed-in people request it with the page's own files (`server/account-preloads.ts`). */
const loadAccountProviders = loadWithRetry(async () => (await import('../pages/AccountProviders.tsx')).AccountProviders)

const isShare = ({ urlPathname }: PageContextClient) => urlPathname.startsWith('/share/')
/** Whether the server was updated since the document was loaded: its texts and data do not fit the code that runs here. */
const isOutdated = ({ settings: { build } }: PageContextClient) => current !== undefined && build !== firstBuild
/**
 * Whether a page needs a new document. A document's theme, state and content security policy belong to its visitor; the
 * policy of a share link's document does not allow the bot check that other pages lead to. Cookies that the visitor accepted
 * in this document, and an update of the server, apply from the next page on, unless uploads are running.
 */
const needsDocument = (from: PageContextClient, to: PageContextClient) =>
  from.user?.id !== to.user?.id ||
  (isShare(from) && !isShare(to)) ||
  (from.pageId !== to.pageId && (isOutdated(to) ? mayLeave() : lateConsent.mayReload?.()))

/** The last page that loaded. */
let current: PageContextClient | undefined
let firstBuild: string | undefined
let texts: { locale: string; version: string; i18n: i18n } | undefined
let Account: ComponentProps<typeof App>['Account'] = null

/** Hydrates the first page and renders the following ones into the same root, or loads a document (`needsDocument`). */
export const onRenderClient = async (pageContext: PageContextClient): Promise<void> => {
  if (root && texts && current && hasFailed(pageContext)) {
    const context = errorContext(current, pageContext)
    const { i18n } = texts
    root.render(<App pageContext={context} i18n={i18n} Account={Account} />)
    const samePage = context.urlPathname === current.urlPathname
    document.title = samePage ? documentTitle(current, (key) => i18n.t(key)) : current.settings.name
    return onPageShown(pageContext)
  }
  if (current && needsDocument(current, pageContext)) return location.reload()
  const { locale, settings } = pageContext
  const { messagesVersion: version } = settings
  const isSame = texts?.locale === locale
  // If changed texts cannot be loaded in time, the previous ones stay until the next page.
  if (texts && isSame && texts.version !== version && !isOutdated(pageContext))
    texts = await withinTime(loadTranslations(locale, version)).then(
      (i18n) => ({ locale, version, i18n }),
      () => texts,
    )
  if (!texts || !isSame) {
    const [i18n, providers] = await required(
      Promise.all([
        loadTranslations(locale, version),
        pageContext.user && loadAccountProviders(),
        ...warmUpFormatters(pageContext),
      ]),
    )
    texts = { locale, version, i18n }
    Account = providers
    // Setting them, even to the same values, makes the browser restyle the whole page.
    if (!pageContext.isHydration) {
      document.documentElement.lang = locale
      document.documentElement.dir = pageContext.direction
    }
  }
  const { i18n } = texts
  if (!root) addFileIcons()
  const page = <App pageContext={pageContext} i18n={i18n} Account={Account} />
  const container = document.getElementById('root') as HTMLElement
  if (root) root.render(page)
  else if (pageContext.isHydration && container.innerHTML !== '') {
    restoreStyles(container)
    endEarlyClicks()
    // Interruptible, so that a slow phone can handle input meanwhile.
    startTransition(() => {
      root = hydrateRoot(container, page)
    })
  } else {
    root = createRoot(container)
    root.render(page)
  }
  if (!pageContext.isHydration) document.title = documentTitle(pageContext, (key) => i18n.t(key))
  if (!current) {
    firstBuild = settings.build
    prefetchPages(pageContext)
    // The session of who kept them has ended, or another account is signed in.
    deleteOfflineFolders(pageContext.user?.id)
  }
  pageLoaded()
  current = pageContext
  onPageShown(pageContext)
}
