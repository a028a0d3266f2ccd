import type { FastifyRequest } from 'fastify'
import type { ReactNode } from 'react'
import type { PageServices, PageSettings, PageUser, ThemeMode } from '../platform/contract.ts'
import type { Prefs } from './contract.ts'

declare global {
  namespace Vike {
    interface PageContextServer {
      services: PageServices
      request: FastifyRequest
      cspNonce: string | null
      /** For the hidden field of forms that need no script. Each response gets its own, also of a page from the cache. */
      csrfToken: string
      /** Public origin, without a trailing slash. */
      appUrl: string
      i18n: unknown
      /** The page as HTML, once it is rendered; never sent to the browser as data. */
      markup?: string
    }
    interface PageContext {
      user: PageUser | null
      theme: ThemeMode
      locale: string
      direction: 'ltr' | 'rtl'
      settings: PageSettings
      prefs: Prefs
    }
    interface Config {
      access?: 'public' | 'user' | 'admin'
      /** Everything that the first paint needs is in the document, the rest comes after it. */
      paintFirst?: boolean
      titleKey?: string | ((context: PageContext) => string)
      title?: string | ((context: PageContext) => string | undefined)
      /** Wraps the pages of a folder and stays mounted between them. */
      Layout?: (props: { children: ReactNode }) => ReactNode
      /** Extra HTML of the head, escaped by its maker. */
      head?: (context: PageContext) => string
      /** Instead of the installation's own description. */
      description?: (context: PageContext) => string | undefined
      /** Search engines may list it; without this, and without a `head` of its own, a page says `noindex`. */
      indexable?: boolean | ((context: PageContext) => boolean)
    }
  }
}
