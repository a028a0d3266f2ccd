import type { FastifyRequest } from 'fastify'
import type { PageServices, PageSettings, PageUser, ThemeMode } from '../modules/platform/contract.ts'
import { brandingImages, type Platform } from '../modules/platform/index.ts'
import { directionOf } from '../modules/shared/contract.ts'
import { avatarUrls, displayName, type SignedInUser } from '../modules/users/index.ts'
import { type Prefs, parsePrefs, prefsCookie, supportedZone, visitorPrefs } from '../modules/web/contract.ts'

type AccountState = Awaited<ReturnType<PageServices['storage']['account']>>

export interface PageContextInit {
  user: PageUser | null
  /** Storage of the signed-in account. */
  usage: AccountState['usage'] | null
  /** How the signed-in account shows its folders; never sent to the browser as a whole but with its first page. */
  views: AccountState['views']
  theme: ThemeMode
  locale: string
  /** Ms since 1970. */
  renderedAt: number
  direction: 'ltr' | 'rtl'
  settings: PageSettings
  /** View settings of the work screens that this browser stores in a cookie. */
  prefs: Prefs
  /** How accounts are billed; for administrators only. */
  engine: PageEngine
  /** Whether accounts are subscribed to fixed plans, also after a change of the engine; for administrators only. */
  hasFixedSubscriptions: boolean
  /** The i18next instance of this locale; never sent to the browser. */
  i18n: unknown
}

type PageEngine = 'none' | 'fixed' | 'metered' | null

const pageUser = (
  account: SignedInUser,
  state: Pick<PageUser, 'restriction' | 'notice' | 'billed' | 'usageCost'>,
): PageUser => ({
  id: account.user_id,
  name: displayName(account),
  email: account.email,
  role: account.role,
  avatar: avatarUrls(account.avatar),
  color: account.color,
  timezone: account.timezone,
  emojiType: account.emoji_type,
  ...state,
})

const themes: readonly string[] = ['light', 'dark', 'system'] satisfies ThemeMode[]

/** Theme and emoji style of the account, else the theme stored in this browser. */
export const appearanceOf = ({
  account,
  cookies,
}: FastifyRequest): { theme: ThemeMode; emoji: PageUser['emojiType'] } => {
  const theme = account?.theme_mode ?? cookies.theme ?? ''
  return { theme: (themes.includes(theme) ? theme : 'system') as ThemeMode, emoji: account?.emoji_type ?? 'twemoji' }
}

/**
 * The browser's preferences. Its time zone is for signed-in users only, and for a server that has it: visitors, whose pages name
 * UTC, may have the cookie of an account that has signed out, and could make the server keep formatters of each zone.
 */
const prefsOf = ({ account, cookies }: FastifyRequest): Prefs => {
  if (!account) return visitorPrefs(cookies[prefsCookie])
  const { zone, ...prefs } = parsePrefs(cookies[prefsCookie])
  return supportedZone(zone) ? { ...prefs, zone } : prefs
}

/** An account's billing, as pages show it. */
export interface AccountBilling {
  /**
   * Two i18n keys for an account with this usage in bytes: the reason why it is restricted, and the step that it has to take
   * before anything is denied; null: none. `isBilled`: whether it has a plan or a bill, whatever the engine is now.
   */
  standingOf(
    userId: string,
    usage: { used: number; limit: number | null },
  ): Promise<{ restriction: string | null; notice: string | null; isBilled: boolean }>
  /** Estimated cost of the running period; null unless the account is metered. */
  usageCostOf(userId: string, locale: string): Promise<string | null>
  hasFixedSubscriptions(): Promise<boolean>
}

/** The context that every page gets before its own data: caller, theme, language, branding. */
export const pageContextInit = async (
  platform: Platform,
  request: FastifyRequest,
  { storage, site, users }: Pick<PageServices, 'storage' | 'site' | 'users'>,
  billing: AccountBilling,
): Promise<PageContextInit> => {
  const { account } = request
  const { settings, i18n, languages } = platform
  const [state, name, description, color, images, allowHomepage, userRegistration, ofSite, engine] = await Promise.all([
    account ? storage.account(account.user_id) : null,
    settings.get('app_title'),
    settings.get('app_description'),
    settings.get('app_color'),
    brandingImages(settings),
    settings.get('allow_homepage'),
    users.canSignUp(),
    site.settings(request),
    settings.get('subscription_type'),
    languages.refresh(),
  ])
  const usage = state?.usage ?? null
  const isAdmin = account?.role === 'admin'
  const [standing, usageCost, hasFixedSubscriptions] = await Promise.all([
    account && billing.standingOf(account.user_id, usage ?? { used: 0, limit: null }),
    account && engine === 'metered' ? billing.usageCostOf(account.user_id, request.locale) : null,
    isAdmin && billing.hasFixedSubscriptions(),
  ])
  return {
    user:
      account &&
      pageUser(account, {
        restriction: standing?.restriction ?? null,
        notice: standing?.notice ?? null,
        billed: engine !== 'none' || standing?.isBilled === true,
        usageCost,
      }),
    usage,
    views: state?.views ?? {},
    theme: appearanceOf(request).theme,
    locale: request.locale,
    renderedAt: Date.now(),
    direction: directionOf(request.locale),
    i18n: i18n.instance(request.locale),
    settings: {
      ...(process.env.COFFER_BUILD && { build: process.env.COFFER_BUILD }),
      name,
      description,
      color,
      images,
      locale: request.locale,
      locales: i18n.locales,
      languageNames: i18n.names,
      messagesVersion: i18n.version(request.locale),
      allowHomepage,
      userRegistration,
      ...ofSite,
    },
    prefs: prefsOf(request),
    engine: isAdmin ? engine : null,
    hasFixedSubscriptions,
  }
}
