import { renderToString } from 'react-dom/server'
import type { PageContextServer } from 'vike/types'
import { escapeHtml } from '../modules/shared/contract.ts'
import {
  type BrowserI18n,
  brandCss,
  type DeferredHtml,
  DeferredHtmlContext,
  putDeferredHtml,
  type Translate,
} from '../modules/web/ui.ts'
import { App } from './App.tsx'
import { pageDescription, pageHead } from './page-head.ts'
import { scriptLoadError } from './script-load-error.ts'
import { extractStyles } from './style-attributes.ts'
import { documentTitle } from './title.ts'

/** Renders a page. The first paint needs no script: theme, brand and content are in the document. */
export const renderDocument = (pageContext: PageContextServer): DocumentParts => {
  const { locale, theme, direction, settings } = pageContext
  const i18n = pageContext.i18n as BrowserI18n
  const deferred: DeferredHtml = { mark: crypto.randomUUID(), parts: [] }
  const { markup, css } = extractStyles(
    renderToString(
      <DeferredHtmlContext value={deferred}>
        <App pageContext={pageContext} i18n={i18n} />
      </DeferredHtmlContext>,
    ),
  )
  const nonce = pageContext.cspNonce ?? ''
  const t: Translate = (key, values = {}) => i18n.t(key, values)
  return {
    open: `<!DOCTYPE html>
<html lang="${locale}" dir="${direction}" data-theme="${theme}">
  <head>`,
    head: `
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>${escapeHtml(documentTitle(pageContext, t))}</title>
    <meta name="description" content="${escapeHtml(pageDescription(pageContext, t))}" />
    <meta name="theme-color" content="${escapeHtml(settings.color)}" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <meta property="csp-nonce" nonce="${nonce}" />
    <style nonce="${nonce}">${brandCss(settings.color)}${css}</style>
    ${pageHead(pageContext, t)}
  </head>
  <body><div id="root">`,
    markup: putDeferredHtml(markup, deferred),
    end: `</div>${scriptLoadError(t, nonce)}`,
  }
}
