import { brandingImage } from '../branding-images.ts'
import { type PublicOf, setting, type ValuesOf } from './definition.ts'
import { color, email, flag, image, languageTag, line, mailUrl, wholeNumber } from './types.ts'

const branding = <const Fields extends (file: string) => Record<string, unknown>>(effect: string, fields: Fields) =>
  setting<string, Fields>({ type: image, default: '', effect, public: fields })
const urlOf = (file: string): string | null => brandingImage(file)?.src ?? null

/** Written by the server itself or its commands; empty: never. */
const internalTime = (effect: string) =>
  setting({ type: line({ min: 0, max: 20 }), default: '', effect, public: null, internal: true })

/** Settings that the platform itself reads. */
export const platformSettings = {
  setup_wizard_success: setting({
    type: flag,
    default: false,
    effect: 'whether the instance is set up; written by `setup`',
    public: null,
    internal: true,
  }),
  installation_id: setting({
    type: line({ min: 0, max: 36 }),
    default: '',
    effect: 'marks the bucket of this installation; written at the first start with an object store',
    public: null,
    internal: true,
  }),
  restored_at: internalTime(
    'when this installation was restored from a backup, or its clock set right that was behind: retention times begin anew then',
  ),
  clock_changed_at: internalTime('when the clock has moved by more than two days: retention waits for two days then'),
  health_alerts: setting({
    type: line({ min: 0, max: 500 }),
    default: '',
    effect: 'red health checks, and when administrators were last told of each',
    public: null,
    internal: true,
  }),
  clock_changed_from: internalTime('what the clock said before; empty when it was ahead and is right again'),
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
  app_logo: branding('logo beside the name in pages of light appearance', (file) => ({ app_logo: urlOf(file) })),
  app_logo_dark: branding('the same in pages of dark appearance', (file) => ({ app_logo_dark: urlOf(file) })),
  app_logo_horizontal: branding('logo instead of mark and name in pages of light appearance', (file) => ({
    app_logo_horizontal: urlOf(file),
  })),
  app_logo_horizontal_dark: branding('the same in pages of dark appearance', (file) => ({
    app_logo_horizontal_dark: urlOf(file),
  })),
  app_favicon: branding('icon of browser tabs', (file) => ({ app_favicon: urlOf(file) })),
  app_touch_icon: branding('icon of the installed app and on home screens', (file) => ({
    app_touch_icon: urlOf(file),
  })),
  app_og_image: branding('picture of public pages in link previews', (file) => ({ app_og_image: urlOf(file) })),
  contact_email: setting({
    type: email,
    default: '',
    effect: 'sender of emails, contact in security.txt and for reports of abuse',
    public: null,
  }),
  mails_paused: setting({
    type: flag,
    default: false,
    effect:
      'whether emails are written to DATA_DIR/mail in place of being sent; on after a restore beside the original',
    public: null,
  }),
  mail_url: setting({
    type: mailUrl,
    default: '',
    effect: 'mail server, unless the environment sets MAIL_URL; without one, emails are written to DATA_DIR/mail',
    public: null,
    secret: true,
  }),
  language: setting({
    type: languageTag,
    default: 'en',
    effect: 'language of pages and emails for people whose own is unknown',
    public: null,
  }),
  audit_retention_days: setting({
    // The minimum is the database's own: it rejects the deletion of younger entries.
    type: wholeNumber({ min: 30, max: 36_500, unit: 'days' }),
    default: 365,
    effect: 'how long entries of the audit log are kept',
    public: null,
  }),
}

type Values = ValuesOf<typeof platformSettings>
type Fields = PublicOf<typeof platformSettings>

declare module './settings.ts' {
  interface SettingValues extends Values {}
  interface PublicConfig extends Fields {}
}
