import type { Platform } from '../../platform/index.ts'
import type { AppConfig } from '../contract.ts'

/** The caller, as far as the configuration depends on them. */
export interface ConfigReader {
  locale: string
  signedIn: boolean
  theme: 'dark' | 'light' | 'system'
  emoji: 'twemoji' | 'native'
}

/** Features that no module implements yet: payments. */
const unavailable = {
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
} as const

/** The public configuration (D23). */
export const readAppConfig = async (platform: Platform, reader: ConfigReader): Promise<AppConfig> => {
  const { settings, config, i18n, languages, installation } = platform
  await languages.refresh()
  const { locale } = reader
  return {
    ...unavailable,
    ...(await settings.publicConfig(locale)),
    host: config.appUrl,
    api: `${config.appUrl}/api`,
    locale,
    locales: i18n.locales,
    messagesVersion: i18n.version(locale),
    installation: (await installation.done()) ? 'installation-done' : 'installation-needed',
    isAuthenticated: reader.signedIn,
    isDev: !config.production,
    defaultThemeMode: reader.theme,
    defaultEmoji: reader.emoji,
  }
}
