import type { Platform } from '../../platform/index.ts'
import type { AppConfig } from '../contract.ts'

const megabyte = 1_000_000
const mebibyte = 1024 * 1024

/** The caller, as far as the configuration depends on them. */
export interface ConfigReader {
  locale: string
  signedIn: boolean
  theme: 'dark' | 'light' | 'system'
  emoji: 'twemoji' | 'native'
}

const formatted = (value: number, unit: 'megabyte' | 'gigabyte' | 'terabyte', locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 2 }).format(value)
const gigabytes = (value: number, locale: string) =>
  value < 1000 ? formatted(value, 'gigabyte', locale) : formatted(value / 1000, 'terabyte', locale)

/** What an installation has that no module serves yet: payments, social sign-in, bot check, advertising. */
const without = {
  app_logo: null,
  app_logo_horizontal: null,
  app_footer: null,
  isDemo: false,
  broadcasting: null,
  broadcastingHost: null,
  allowed_payments: false,
  isStripe: false,
  stripe_public_key: null,
  isPayPal: false,
  isPayPalLive: false,
  paypal_client_id: null,
  isPaystack: false,
  paystack_public_key: null,
  isEmptyPlans: true,
  isEmptyTransactions: true,
  isEmptySubscriptions: true,
  isCreatedMeteredPlan: false,
  meteredPlanId: null,
  allowed_registration_bonus: false,
  registration_bonus_amount: 0,
  allowedFacebookLogin: false,
  isFacebookLoginConfigured: false,
  allowedGoogleLogin: false,
  isGoogleLoginConfigured: false,
  allowedGithubLogin: false,
  isGithubLoginConfigured: false,
  allowedRecaptcha: false,
  isRecaptchaConfigured: false,
  recaptcha_client_id: null,
  allowedAdsense: false,
  adsenseClientId: null,
  googleAnalytics: null,
} as const

const subscriptionTypes = ['none', 'fixed', 'metered'] as const
const subscriptionTypeOf = (value: string) => subscriptionTypes.find((type) => type === value) ?? 'none'

/** The whole public configuration (API.md D23); every value is meant to be seen by anyone. */
export const readAppConfig = async (platform: Platform, reader: ConfigReader): Promise<AppConfig> => {
  const { settings, config, i18n, installation } = platform
  const { locale } = reader
  const [space, uploadLimit] = [
    await settings.number('default_max_storage_amount'),
    await settings.number('upload_limit'),
  ]
  return {
    ...without,
    host: config.appUrl,
    api: `${config.appUrl}/api`,
    locale,
    locales: i18n.locales,
    messagesVersion: i18n.version(locale),
    app_name: await settings.get('app_title'),
    app_description: await settings.get('app_description'),
    app_color: await settings.get('app_color'),
    installation: (await installation.done()) ? 'installation-done' : 'installation-needed',
    isAuthenticated: reader.signedIn,
    isDev: !config.production,
    allowHomepage: await settings.flag('allow_homepage'),
    userRegistration: await settings.flag('registration'),
    userVerification: await settings.flag('user_verification'),
    subscriptionType: subscriptionTypeOf(await settings.get('subscription_type')),
    storageLimit: await settings.flag('storage_limitation'),
    storageDefaultSpace: Math.round(space),
    storageDefaultSpaceFormatted: gigabytes(space, locale),
    teamsDefaultMembers: Math.round(await settings.number('default_max_team_member')),
    uploadLimit: Math.round(uploadLimit * megabyte),
    uploadLimitFormatted:
      uploadLimit <= 0
        ? null
        : uploadLimit < 1000
          ? formatted(uploadLimit, 'megabyte', locale)
          : gigabytes(uploadLimit / 1000, locale),
    chunkSize: Math.round((await settings.number('chunk_size')) * mebibyte) || 16 * mebibyte,
    mimetypesBlacklist: await settings.get('mimetypes_blacklist'),
    defaultThemeMode: reader.theme,
    defaultEmoji: reader.emoji,
  }
}
