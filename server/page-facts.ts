import type { FastifyRequest } from 'fastify'
import type { PageServices, PageSettings, PageUser, ThemeMode } from '../modules/platform/contract.ts'
import type { Platform } from '../modules/platform/index.ts'
import { type Prefs, parsePrefs, prefsCookie } from '../modules/web/contract.ts'

export interface PageFacts {
  user: PageUser | null
  theme: ThemeMode
  locale: string
  direction: 'ltr' | 'rtl'
  settings: PageSettings
  /** What this browser remembers about the look of the work screens. */
  prefs: Prefs
  /** The i18next instance of this locale; never sent to the browser. */
  i18n: unknown
}

const themes = ['light', 'dark', 'system']

/** What every page may know before its own data: caller, theme, language, brand. */
export const pageFacts = async (platform: Platform, services: PageServices, request: FastifyRequest): Promise<PageFacts> => {
  const { settings, i18n } = platform
  const [name, description, color, allowHomepage, userRegistration] = await Promise.all([
    settings.get('app_title'),
    settings.get('app_description'),
    settings.get('app_color'),
    settings.flag('allow_homepage'),
    settings.flag('registration'),
  ])
  const cookie = request.cookies.theme ?? ''
  void services
  return {
    user: null,
    theme: (themes.includes(cookie) ? cookie : 'system') as ThemeMode,
    locale: request.locale,
    direction: i18n.instance(request.locale).dir(request.locale),
    i18n: i18n.instance(request.locale),
    settings: {
      name,
      description,
      color,
      locale: request.locale,
      locales: i18n.locales,
      messagesVersion: i18n.version(request.locale),
      allowHomepage,
      userRegistration,
    },
    prefs: parsePrefs(request.cookies[prefsCookie]),
  }
}
