import type { Platform } from '../../platform/index.ts'
import type { AppConfig, BillingConfig } from '../contract.ts'
import type { LegalPages } from './services/legal-pages.ts'

/** The caller, as far as the configuration depends on them. */
export interface ConfigReader {
  locale: string
  signedIn: boolean
  theme: 'dark' | 'light' | 'system'
  emoji: 'twemoji' | 'native'
}

export interface ConfigSources {
  pages: LegalPages
  /** By the setting `registration` and the conditions of other modules. */
  canSignUp(): Promise<boolean>
  /** Billing is a higher module. */
  billingConfig(): Promise<BillingConfig>
}

/** The public configuration (D23). */
export const readAppConfig = async (
  platform: Platform,
  { pages, canSignUp, billingConfig }: ConfigSources,
  reader: ConfigReader,
): Promise<AppConfig> => {
  const { settings, config, i18n, languages, installation } = platform
  await languages.refresh()
  const { locale } = reader
  const legal = (await pages.list(locale)).filter(({ visible }) => visible)
  return {
    ...(await billingConfig()),
    ...(await settings.publicConfig(locale)),
    userRegistration: await canSignUp(),
    host: config.appUrl,
    api: `${config.appUrl}/api`,
    locale,
    locales: i18n.locales,
    messagesVersion: i18n.version(locale),
    installation: (await installation.done()) ? 'installation-done' : 'installation-needed',
    isAuthenticated: reader.signedIn,
    isDev: !config.production,
    isDemo: false,
    broadcasting: 'native',
    broadcastingHost: new URL(config.appUrl).host,
    legal: JSON.stringify(legal.map(({ slug, title }) => ({ id: slug, title, slug, visibility: true }))),
    defaultThemeMode: reader.theme,
    defaultEmoji: reader.emoji,
  }
}
