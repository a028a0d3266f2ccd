import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Translations } from '../modules/platform/index.ts'
import { directionOf, escapeHtml, referenceOf } from '../modules/shared/contract.ts'
import { appearancePath } from '../modules/web/contract.ts'

/** The browser reloads the page after this time. */
const retrySeconds = 5

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center}main{max-width:24rem;padding:2rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}`

const contentSecurityPolicy = (formAction: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ')

/** Form that sends the typed values again; empty where they are not known, such as passwords. */
const resendForm = ({ sentForm, body }: FastifyRequest, label: string): string => {
  if (!sentForm) return ''
  const { csrf } = body as { csrf?: unknown }
  const fields = Object.entries({ ...sentForm.fields, ...(typeof csrf === 'string' && { csrf }) }).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post">${fields.join('')}<button>${label}</button></form>`
}

/** URL of the page with the form, if the browser names it; otherwise the form's own URL, or `/` if that is no page. */
const formPage = ({ headers, url }: FastifyRequest): string => {
  const referrer = URL.parse(headers.referer ?? '')
  if (referrer?.host === headers.host) return referrer?.href ?? ''
  return url === appearancePath ? '/' : ''
}

/** Keys of the page's texts; of a failure, whose reason the log has, also that of its reference (D108). */
const textsOf = (status: 500 | 503, isForm: boolean) =>
  status === 500
    ? ['web:error.broken.title', 'web:error.broken.text', 'web:error.again', 'web:error.reference']
    : [
        'platform:unavailable.title',
        isForm ? 'platform:unavailable.form' : 'platform:unavailable.text',
        'web:error.again',
      ]

/**
 * The page for browsers where no page can be rendered: without data and scripts. While the database is unavailable (503) it
 * reloads itself, unless a form was sent. Null for requests for a page's JSON data.
 */
export const failurePage = (i18n: Translations, reply: FastifyReply, status: 500 | 503): string | null => {
  const { request } = reply
  if (request.url.split('?')[0]?.endsWith('.pageContext.json')) return null
  const locale = request.locale ?? i18n.fallback
  const t = i18n.translator(locale)
  const isForm = request.method === 'POST'
  const [title = '', text = '', again = '', label] = textsOf(status, isForm).map((key) => escapeHtml(t(key)))
  const form = resendForm(request, again)
  const link = isForm ? escapeHtml(formPage(request)) : ''
  const refresh = isForm || status === 500 ? '' : `<meta http-equiv="refresh" content="${retrySeconds}">`
  const reference = label ? `<p>${label} <code>${escapeHtml(referenceOf(request.id))}</code></p>` : ''
  reply.header('content-security-policy', contentSecurityPolicy(form ? "'self'" : "'none'"))
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}<title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p>${form || `<p><a href="${link}">${again}</a></p>`}${reference}</main></body></html>
`
}
