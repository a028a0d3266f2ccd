import { renderToString } from 'react-dom/server'
import type { PageContextServer } from 'vike/types'
import { escapeHtml } from '../modules/shared/contract.ts'
import {
  type BrowserI18n,
  brandCss,
  DeferredHtmlContext,
  defaultBrand,
  fileIconSprite,
  translatorOf,
} from '../modules/web/ui.ts'
import { AccountProviders } from '../pages/AccountProviders.tsx'
import { App } from './App.tsx'
import { DocumentHtml } from './document-html.ts'
import { pageDescription, pageHead } from './page-head.ts'
import { scriptLoadError } from './script-load-error.ts'
import { extractStyles } from './style-attributes.ts'
import { documentTitle } from './title.ts'

/** Renders a page. The first paint needs no script: theme, brand and content are in the document. */
export const renderDocument = (pageContext: PageContextServer): DocumentParts => {
  const { locale, theme, direction, settings, pageId, user, prefs } = pageContext
  const i18n = pageContext.i18n as BrowserI18n
  const html = new DocumentHtml(JSON.stringify([pageId, locale, theme, user, prefs, settings]))
  const rendered = renderToString(
    // In development components change while the server runs.
    <DeferredHtmlContext value={import.meta.env.PROD ? html : null}>
      <App pageContext={pageContext} i18n={i18n} Account={user ? AccountProviders : null} />
    </DeferredHtmlContext>,
  )
  const { html: complete, outline } = html.complete(rendered)
  const { markup, css } = extractStyles(complete)
  const nonce = pageContext.cspNonce ?? ''
  const t = translatorOf(i18n)
  // The style sheets have the default's tokens.
  const style = (settings.color.toUpperCase() === defaultBrand ? '' : brandCss(settings.color)) + css
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
    <link rel="icon" href="${settings.images.app_favicon?.src ?? '/favicon.svg'}" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <meta property="csp-nonce" nonce="${nonce}" />
    ${style && `<style nonce="${nonce}">${style}</style>`}${pageHead(pageContext, t)}
  </head>
  <body>${fileIconSprite([outline.own, ...outline.shared])}<div id="root">`,
    markup,
    outline,
    end: `</div>${scriptLoadError(t, nonce)}`,
  }
}
