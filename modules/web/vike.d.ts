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
      /** For the hidden field of forms that work without scripts. Each response gets its own, also cached pages. */
      csrfToken: string
      /** Public origin, without a trailing slash. */
      appUrl: string
      i18n: unknown
      /** The rendered page as HTML; never sent to the browser as data. */
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
      /** The document inlines everything that the first paint needs; scripts load after it. */
      inlineCriticalCss?: boolean
      titleKey?: string | ((context: PageContext) => string)
      title?: string | ((context: PageContext) => string | undefined)
      /** Wraps the pages of a folder and stays mounted across them. */
      Layout?: (props: { children: ReactNode }) => ReactNode
      /** Additional HTML of the head, already escaped. */
      head?: (context: PageContext) => string
      /** Overrides the installation's description. */
      description?: (context: PageContext) => string | undefined
      /** Allows search engines to index the page; without it and without `head`, a page is `noindex`. */
      indexable?: boolean | ((context: PageContext) => boolean)
    }
  }
}
