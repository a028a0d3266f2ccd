import { renderToString } from 'react-dom/server'
import { dangerouslySkipEscape, escapeInject } from 'vike/server'
import type { InjectFilterEntry, PageContextServer } from 'vike/types'
import '../modules/web/styles/app.css'
import { type BrowserI18n, brandCss, type Translate } from '../modules/web/ui.ts'
import { App } from './App.tsx'
import { marks } from './frame.ts'
import { pageDescription, pageHead } from './page-head.ts'
import { scriptLoadError } from './script-load-error.ts'
import { extractStyles } from './style-attributes.ts'
import { documentTitle } from './title.ts'

/** Preloads only the font for Latin text; the others load when a page contains their characters. */
const injectFilter = (assets: InjectFilterEntry[]) => {
  for (const asset of assets)
    if (asset.assetType === 'font' && !asset.src.includes('inter-latin-wght')) asset.inject = false
}

/**
 * Returns the document, and the page's markup separately in the page context: Vike parses the document several times to add
 * its tags, and a list's markup is a hundred times as long as the rest; `server/page-document.ts` puts it in. The first
 * paint needs no script: theme, brand and content are in the response.
 */
export const onRenderHtml = (pageContext: PageContextServer) => {
  const { locale, theme, settings } = pageContext
  const i18n = pageContext.i18n as BrowserI18n
  const { markup, css } = extractStyles(renderToString(<App pageContext={pageContext} i18n={i18n} />))
  const nonce = pageContext.cspNonce ?? ''
  const messages = `/translations/${locale}?v=${settings.messagesVersion}`
  const t: Translate = (key, values = {}) => i18n.t(key, values)
  const loadError = scriptLoadError(t, nonce)
  const documentHtml = escapeInject`<!DOCTYPE html>
<html lang="${locale}" dir="${pageContext.direction}" data-theme="${theme}">
  <head>
    <link rel="preload" href="${messages}" as="fetch" crossorigin="anonymous" />
    ${dangerouslySkipEscape(marks.headTags)}
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>${documentTitle(pageContext, t)}</title>
    <meta name="description" content="${pageDescription(pageContext, t)}" />
    <meta name="theme-color" content="${settings.color}" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <meta property="csp-nonce" nonce="${nonce}" />
    <style nonce="${nonce}">${dangerouslySkipEscape(brandCss(settings.color) + css)}</style>
    ${dangerouslySkipEscape(pageHead(pageContext, t))}
  </head>
  <body><div id="root">${dangerouslySkipEscape(marks.markup)}</div>${loadError}${dangerouslySkipEscape(marks.bodyTags)}</body>
</html>`
  return { documentHtml, pageContext: { markup }, injectFilter }
}
