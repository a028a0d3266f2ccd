import { loadScript } from './load-script.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

let started = false

/** Google Analytics accepts `arguments` objects only. */
function gtag(..._given: unknown[]): void {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: Google Analytics accepts nothing else
  window.dataLayer.push(arguments)
}

/** Reports a page view. `path`: without query, which may hold text that people typed. */
export const reportPageView = (id: string, path: string): void => {
  if (!started) {
    started = true
    loadScript(`https://www.googletagmanager.com/gtag/js?id=${id}`)
    gtag('js', new Date())
    gtag('config', id, { send_page_view: false, anonymize_ip: true })
  }
  gtag('event', 'page_view', { page_location: `${location.origin}${path}`, page_title: document.title })
}
