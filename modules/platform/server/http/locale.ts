import type { FastifyInstance } from 'fastify'
import type { Translations } from '../i18n/translations.ts'

/** `de-AT,de;q=0.9,en;q=0.8` → tags, best first. */
const acceptedLanguages = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, 300)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
      return { tag: tag.trim(), q: quality ? Number(quality.slice(2)) : 1 }
    })
    .filter(({ tag, q }) => tag && q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ tag }) => tag)

/** The language that a URL asks for (`?lang=de`), which search engines list. */
const askedLanguage = (query: unknown): string | undefined => {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return typeof lang === 'string' ? lang.slice(0, 40) : undefined
}

/**
 * Sets `request.locale` to the first known language of: the URL, the cookie, the browser's languages, the installation,
 * English. Runs before hooks that may fail.
 */
export const registerLocale = (app: FastifyInstance, i18n: Translations): void => {
  app.decorateRequest('locale', i18n.fallback)
  app.addHook('onRequest', (request, _reply, done) => {
    const preferred = askedLanguage(request.query) ?? request.cookies.locale
    request.locale =
      i18n.match(preferred ? [preferred] : []) ??
      i18n.match(acceptedLanguages(request.headers['accept-language'])) ??
      i18n.match([i18n.standard]) ??
      i18n.fallback
    done()
  })
}

/**
 * Sets `request.locale` to the account's language, if it has chosen one; to the installation's if that language was deleted.
 */
export const registerPersonalLocale = (app: FastifyInstance, i18n: Translations): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const accountLocale = request.principal?.locale
    if (accountLocale) request.locale = i18n.localeOf(accountLocale, i18n.standard)
    done()
  })
}
