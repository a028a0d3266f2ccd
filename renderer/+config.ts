import type { Config } from 'vike/types'

export default {
  clientRouting: true,
  hydrationCanBeAborted: true,
  passToClient: ['user', 'theme', 'locale', 'direction', 'settings', 'prefs', 'routeParams'],
  prefetchStaticAssets: 'hover',
  meta: {
    /** Who may open the page: `public`, `user` (default) or `admin`. Read by the one +guard. */
    access: { env: { server: true } },
    /** Opened by people who are here for the first time: everything that the first paint needs is in the document. */
    paintFirst: { env: { server: true } },
    /** i18n key of the page's title; pages with a name of their own export +title. */
    titleKey: { env: { server: true, client: true } },
    title: { env: { server: true, client: true } },
    head: { env: { server: true } },
    /** Of pages that say something else than the installation's own description. */
    description: { env: { server: true } },
    /** For everybody to find: described with its canonical address. All others say `noindex`. */
    indexable: { env: { server: true } },
    Layout: { env: { server: true, client: true } },
  },
} satisfies Config
