import type { FastifyRequest } from 'fastify'
import type { ReactNode } from 'react'
import type { PageServices, PageSettings, PageUser, ThemeMode } from '../platform/contract.ts'
import type { Prefs } from './contract.ts'

declare global {
  /** The elements and texts of a document, without repetitions and without parts in a `noscript`. */
  interface DocumentOutline {
    /** The markup that only this document has. */
    own: string
    /** Markup that other documents share: kept parts, icons, rows without their texts. */
    shared: readonly string[]
    /** The rows with their texts. */
    rows: readonly string[]
  }
  /** HTML of a page's document, without the tags of its files and without its data. */
  interface DocumentParts {
    /** Up to and including the start of the head. */
    open: string
    /** The rest of the head, up to the page's root element. */
    head: string
    /** Texts that make up the markup, one after the other. */
    markup: readonly string[]
    outline: DocumentOutline
    /** After the markup. */
    end: string
  }
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
      /** The rendered document; never sent to the browser as data. */
      documentParts?: DocumentParts
    }
    interface PageContext {
      user: PageUser | null
      theme: ThemeMode
      locale: string
      /** Server time of the rendering in ms since 1970; “now” of both sides until hydration. */
      renderedAt: number
      direction: 'ltr' | 'rtl'
      settings: PageSettings
      prefs: Prefs
      /** Engine by which accounts are billed; null for everybody but administrators. */
      engine: 'none' | 'fixed' | 'metered' | null
      /** Whether accounts are subscribed to fixed plans, also after a change of the engine; false for everybody else. */
      hasFixedSubscriptions: boolean
      /** The page keeps its scroll position (`navigateInPlace`). Browser only. */
      inPlace?: true
      /** The error page is shown instead of a page that could not be loaded into the app. Browser only. */
      loadFailure?: {
        /** Answer of the server; null: none. */
        answer: Response | null
        /** The page is not loaded again by itself. */
        isTooSlow: boolean
      }
    }
    interface Config {
      access?: 'public' | 'user' | 'admin'
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
      /** The languages that an indexable page can be read in; without it all that are offered. */
      translations?: (context: PageContext) => readonly string[]
      /** schema.org data of an indexable page, as JSON-LD. */
      structuredData?: (context: PageContext) => object
      /** Renders the page's document. */
      renderDocument?: (context: PageContextServer) => DocumentParts
    }
  }
}
