import type { Config } from 'vike/types'

export default {
  clientRouting: true,
  hydrationCanBeAborted: true,
  passToClient: [
    'user',
    'theme',
    'locale',
    'direction',
    'renderedAt',
    'settings',
    'prefs',
    'engine',
    'hasFixedSubscriptions',
    'routeParams',
  ],
  prefetchStaticAssets: 'hover',
  /** The transition may wait for a person. */
  hooksTimeout: { onPageTransitionStart: false },
  /** Sections of administration without a page of their own. */
  redirects: { '/admin/settings': '/admin/settings/others', '/admin/payments': '/admin/payments/payments' },
  meta: {
    /** Who may open the page: `public`, `user` (default) or `admin`. Read by the only +guard. */
    access: { env: { server: true } },
    /** i18n key of the page's title; pages with a dynamic title export +title. */
    titleKey: { env: { server: true, client: true } },
    title: { env: { server: true, client: true } },
    head: { env: { server: true } },
    /** Overrides the installation's description. */
    description: { env: { server: true } },
    /** Search engines may index it; its head has the canonical URL. All other pages are `noindex`. */
    indexable: { env: { server: true } },
    /** The languages that an indexable page can be read in; default: all offered languages. */
    translations: { env: { server: true } },
    /** schema.org data of an indexable page. */
    structuredData: { env: { server: true } },
    Layout: { env: { server: true, client: true } },
    /** Renders the page's document, for `onRenderHtml` and for `server/page-renderer.ts`. */
    renderDocument: { env: { server: true } },
  },
} satisfies Config
