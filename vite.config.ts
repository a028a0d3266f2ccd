import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'
import { browserContracts } from './server/launch/browser-contracts.ts'
import { emojiDataPlugin } from './server/launch/emoji-data.ts'
import { iconData } from './server/launch/icon-data.ts'
import { oneByteSource } from './server/launch/one-byte-source.ts'
import { pageConfigs } from './server/launch/page-configs.ts'
import { pdfData } from './server/launch/pdf-data.mjs'
import { plainStores } from './server/launch/plain-stores.ts'
import { precompress } from './server/launch/precompress.mjs'
import { preloadNames } from './server/launch/preload-names.ts'
import { reactRenderer } from './server/launch/react-renderer.ts'

/** A style sheet, or a component that imports one. */
const hasStyles = (id: string) =>
  /\.css$/.test(id) || (/\/modules\/.*\.tsx$/.test(id) && /^import '[^']+\.css'/m.test(readFileSync(id, 'utf8')))

/** Code for data that parts of pages load after the page: in one file, which no page needs at first. */
const afterPage = /\/modules\/web\/(client\/error-toast|kit\/(latest-request|useLoad|usePages|buttons\/RetryButton))\./

/**
 * What seven pages or parts of pages share is one file. Left alone, each set of pages gets a file of its own: a page has
 * fifty of them, and a slow phone is busier with fetching and linking those than with running what is in them.
 *
 * Without the files screens, code of searches that is needed when somebody types, and components that import style sheets:
 * these would join app.css in this file, which would differ from the server's app.css, and each page would have both.
 */
const sharedFile = (name: string, test: (id: string) => boolean) => ({
  name,
  tags: ['$initial' as const],
  test: (id: string) => test(id) && !/\/files-ui\/|\/fold-text\./.test(id) && !afterPage.test(id) && !hasStyles(id),
  minShareCount: 7,
})

/**
 * Files of their own for what not all pages need at first (`tests/matrix/page-bytes.test.ts`): the layouts of visitors' pages, which
 * the files screens do not need, and what visitors of links do not: requests about accounts; fields of forms, lists of files; cards; menus; dialogs; the signed-in shell; settings and details; the administrators' screens. In this order: what
 * one needs of the following is in its file too.
 */
const partsOfApp = {
  plain: [
    '/modules/(users/pages/\\(auth\\)/\\+Layout|web/shell/(PlainLayout|Brand|LegalLinks|ReturnUrlField|language))\\.',
    '/lucide-react/.*/languages\\.',
  ],
  accounts: ['/modules/users/contract/(auth|two-factor)\\.'],
  forms: [
    '/modules/(users/ui/auth/|web/(kit/fields/|client/use-unsaved-input|shell/ask-before-navigation))',
    '/lucide-react/.*/(chevrons-up-down|eye-off|key-round|minus)\\.',
  ],
  listings: ['/modules/storage/tree/(client/(?!location)|contract/compact-listing)'],
  display: ['/modules/web/kit/(display/Card|status/(Badge|Skeleton))'],
  floating: ['/@floating-ui/', '/@radix-ui/react-(arrow|popper|use-size)/'],
  dialogs: [
    '/modules/web/kit/dialogs/(?!focus-fallback|Sheet\\.)',
    '/@radix-ui/(primitive|react-(?!compose-refs|direction|slot))',
    '/(aria-hidden|react-remove-scroll|react-style-singleton|tslib|use-callback-ref|use-sidecar)',
  ],
  app: [
    '/modules/web/shell/(AppShell|BottomBar|ErrorBoundary|NavigationRail|ShellMenuButton|UserMenu|early-typing|rail-sections|useScrollPosition|useSearch|useSignOut|user-pages)',
    '/modules/web/kit/(dialogs/Sheet\\.|display/Kbd|menus/ContextMenu|status/Progress|scroll-space|useVirtualizer|virtual-rows)',
    '/modules/storage/operations/(client/|ui(\\.|/NameQuestions)|contract/(copy|name-conflict|rename-text|trash)\\.)',
    '/modules/storage/tree/contract/(browse|changes|favorites|navigation|restrictions|selection-size|versions|view-settings)\\.',
    '/modules/(storage/previews/contract/thumbnails|users/contract/confirmation)\\.',
    // Icons of the files screens and of the shell's navigation.
    '/lucide-react/.*/(arrow-down-wide-narrow|check-check|chevron-down|chevrons-left|clipboard-(copy|paste)|copy-plus|credit-card|ellipsis|folder-output|folders|gauge|keyboard|life-buoy|log-out|menu|palette|panel-right|plus|rotate-ccw|rotate-ccw-clock|scissors|search|square-check|star|star-off|user-round|users|users-round)\\.',
  ],
  settings: [
    '/modules/(users/(client|ui/settings)/|shared/countries)',
    '/modules/web/(client/copy-text|i18n/RelativeTime|shell/(PageTabs|UserArea|use-current-in-view))',
    '/lucide-react/.*/(chart-pie|chevron-left|copy|file-text|lock-keyhole)\\.',
  ],
  admin: [
    '/modules/(admin|billing|installer|shared/(money|typed-decimal))',
    '/lucide-react/.*/(list-checks|package|receipt-text|repeat|scroll-text|settings)\\.',
  ],
}
const parts = Object.entries(partsOfApp).map(([name, paths]) => ({ name, path: new RegExp(paths.join('|')) }))

/**
 * Code that signed-in people load with each page, and visitors never: one file, which the server names in documents. What
 * single pages of visitors need of it is in another: they would load all of it.
 */
const accountProviders = /\/pages\/AccountProviders\./
const visitorsPart = /\/lucide-react\/.*\/lock\.|\/modules\/teams\/client\/team-badge\./

const groups = [
  sharedFile('ground', (id) => !parts.some(({ path }) => path.test(id))),
  ...parts.map(({ name, path }) => sharedFile(name, (id) => path.test(id))),
  { name: 'loads', test: afterPage },
  { name: 'badges', test: visitorsPart },
  { name: 'account', test: accountProviders },
]

/** Oldest supported browsers (docs/operate.md). Syntax and styles are lowered to them; what they lack of functions is in renderer/older-browsers.ts. */
const oldestBrowsers = ['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4']

/** Files that code needs are requested together with it. */
const preload = preloadNames()

export default defineConfig({
  plugins: [
    browserContracts(),
    emojiDataPlugin(),
    iconData(),
    plainStores(),
    reactRenderer(),
    react(),
    tailwindcss(),
    vike(),
    pageConfigs(),
    pdfData(),
    oneByteSource(),
    preload.plugin,
    precompress(),
  ],
  // Source maps would publish the source on every installation (A22).
  build: { sourcemap: false, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        target: oldestBrowsers,
        modulePreload: { resolveDependencies: preload.resolveDependencies },
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
    },
  },
})
