import { setNonce } from 'get-nonce'
import type { i18n } from 'i18next'
import { startTransition } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import type { PageContextClient } from 'vike/types'
import '../modules/web/styles/app.css'
import { formatDateTime, formatDay, formatNumber, loadTranslations } from '../modules/web/ui.ts'
import { App } from './App.tsx'
import { fetchAhead } from './ahead.ts'
import { found, isLost, standIn } from './lost-page.ts'
import { inOwnTask } from './own-task.ts'
import { restoreStyles } from './style-attributes.ts'
import { documentTitle } from './title.ts'

let root: Root | undefined

// Dialogs add a style sheet that keeps the page behind them from scrolling.
setNonce(document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '')

/** Without its texts a page stays what the server sent: it says so (unloaded.ts). */
const unloaded = (error: unknown): never => {
  const notice = document.getElementById('unloaded')
  if (notice) notice.hidden = false
  throw error
}
/**
 * A browser's first number and first time in a language take it as long as half the page: not in the middle of that. One
 * that cannot is told so where they are shown.
 */
const firstFormats = ({ locale, user }: PageContextClient): Promise<unknown>[] => {
  const [then, zone] = [new Date(0).toISOString(), user?.timezone ?? 'UTC']
  const number = () => formatNumber(0, locale)
  const time = () => [formatDateTime(then, locale, zone), formatDay(then, locale, zone, Date.now())]
  const needed: (() => unknown)[] = document.querySelector('time') ? [number, time] : [number]
  return needed.map((format) => inOwnTask(format).catch(() => undefined))
}

/** The last page that came. */
let shown: PageContextClient | undefined
let texts: { locale: string; version: string; i18n: i18n } | undefined

/** Hydrates the first page, renders the next ones into the same root. */
export const onRenderClient = async (pageContext: PageContextClient): Promise<void> => {
  if (root && texts && shown && isLost(pageContext)) {
    const instead = standIn(shown, pageContext)
    root.render(<App pageContext={instead} i18n={texts.i18n} />)
    const { i18n } = texts
    const same = instead.urlPathname === shown.urlPathname
    document.title = same ? documentTitle(shown, (key) => i18n.t(key)) : shown.settings.name
    return
  }
  const { locale, settings } = pageContext
  if (texts?.locale !== locale) {
    const [i18n] = await Promise.all([
      loadTranslations(locale, settings.messagesVersion).catch(unloaded),
      ...firstFormats(pageContext),
    ])
    texts = { locale, version: settings.messagesVersion, i18n }
    // Writing them anew, even as they are, makes the browser style the whole page again.
    if (!pageContext.isHydration) {
      document.documentElement.lang = locale
      document.documentElement.dir = pageContext.direction
    }
  }
  const { i18n } = texts
  const page = <App pageContext={pageContext} i18n={i18n} />
  const container = document.getElementById('root') as HTMLElement
  if (root) root.render(page)
  else if (pageContext.isHydration && container.innerHTML !== '') {
    restoreStyles(container)
    // In slices, so that a slow phone answers to a finger meanwhile.
    startTransition(() => {
      root = hydrateRoot(container, page)
    })
  } else {
    root = createRoot(container)
    root.render(page)
  }
  if (!pageContext.isHydration) document.title = documentTitle(pageContext, (key) => i18n.t(key))
  if (!shown || (pageContext.user && !shown.user)) fetchAhead(pageContext)
  found()
  shown = pageContext
}
