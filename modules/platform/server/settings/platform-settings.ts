import { installedLocales } from '../i18n.ts'
import { type PublicOf, setting, type ValuesOf } from './definition.ts'
import { choice, color, email, flag, line, smtpUrl } from './types.ts'

/** Settings that the platform itself reads. */
export const platformSettings = {
  setup_wizard_success: setting({
    type: flag,
    default: false,
    effect: 'whether the instance is set up; written by `setup`',
    public: null,
    internal: true,
  }),
  app_title: setting({
    type: line({ min: 1, max: 100 }),
    default: 'Coffer',
    effect: 'name of the installation in pages and emails',
    public: (app_name) => ({ app_name }),
  }),
  app_color: setting({
    type: color,
    default: '#00BC7E',
    effect: 'brand color in pages, emails and link cards',
    public: (app_color) => ({ app_color }),
  }),
  contact_email: setting({
    type: email,
    default: '',
    effect: 'sender of emails, contact in security.txt and for reports of abuse',
    public: null,
  }),
  mail_url: setting({
    type: smtpUrl,
    default: '',
    effect: 'mail server, unless the environment sets MAIL_URL; without one, emails are written to DATA_DIR/mail',
    public: null,
    secret: true,
  }),
  language: setting({
    type: choice(installedLocales()),
    default: 'en',
    effect: 'language of emails to people whose own is unknown',
    public: null,
  }),
}

type Values = ValuesOf<typeof platformSettings>
type Fields = PublicOf<typeof platformSettings>

declare module './settings.ts' {
  interface SettingValues extends Values {}
  interface PublicConfig extends Fields {}
}
