import { type PublicOf, setting, settingTypes, type ValuesOf } from '../../platform/index.ts'

const { flag, line, webUrl } = settingTypes

const clientId = (provider: string) => ({
  type: line({ min: 0, max: 500 }),
  default: '',
  effect: `client id that ${provider} has issued to this installation`,
  confirm: true,
})

const clientSecret = (provider: string) =>
  setting({
    type: line({ min: 0, max: 500 }),
    default: '',
    effect: `client secret that ${provider} has issued to this installation`,
    public: null,
    secret: true,
  })

const allowed = (provider: string) => ({
  type: flag,
  default: false,
  effect: `whether people sign in by ${provider}, once its client id and secret are set`,
  confirm: true,
})

/** Identity providers. Their callback is `{APP_URL}/socialite/{provider}/callback`. */
const providerSettings = {
  allowed_google_login: setting({ ...allowed('Google'), public: (allowedGoogleLogin) => ({ allowedGoogleLogin }) }),
  google_client_id: setting({
    ...clientId('Google'),
    public: (id) => ({ isGoogleLoginConfigured: id !== '' }),
  }),
  google_client_secret: clientSecret('Google'),
  allowed_github_login: setting({ ...allowed('GitHub'), public: (allowedGithubLogin) => ({ allowedGithubLogin }) }),
  github_client_id: setting({
    ...clientId('GitHub'),
    public: (id) => ({ isGithubLoginConfigured: id !== '' }),
  }),
  github_client_secret: clientSecret('GitHub'),
  allowed_facebook_login: setting({
    ...allowed('Facebook'),
    public: (allowedFacebookLogin) => ({ allowedFacebookLogin }),
  }),
  facebook_client_id: setting({
    ...clientId('Facebook'),
    public: (id) => ({ isFacebookLoginConfigured: id !== '' }),
  }),
  facebook_client_secret: clientSecret('Facebook'),
  allowed_openid_login: setting({ ...allowed('the OpenID Connect provider'), public: null }),
  openid_name: setting({
    type: line({ min: 1, max: 50 }),
    default: 'OpenID Connect',
    effect: 'name of the OpenID Connect provider on its button',
    public: null,
  }),
  openid_issuer: setting({
    type: webUrl,
    default: '',
    effect:
      'issuer of the OpenID Connect provider, whose metadata names its other URLs; a change removes the client secret',
    public: null,
    confirm: true,
    // Otherwise the new provider would be sent the secret of the former one.
    resets: ['openid_client_secret'],
  }),
  openid_client_id: setting({ ...clientId('the OpenID Connect provider'), public: null }),
  openid_client_secret: clientSecret('the OpenID Connect provider'),
}

export const usersSettings = {
  ...providerSettings,
  registration: setting({
    type: flag,
    default: true,
    effect: 'whether people may sign up by themselves',
    // `userRegistration` of the configuration is whether a sign-up can succeed.
    public: null,
  }),
  block_disposable_email: setting({
    type: flag,
    default: true,
    effect: 'whether sign-up and changes of the email reject addresses of providers of disposable mail',
    public: null,
  }),
  proof_of_work: setting({
    type: flag,
    default: false,
    effect:
      'whether sign-up, the contact form and file requests cost a browser about a second of work, against programs; not with reCAPTCHA',
    public: null,
  }),
  allowed_recaptcha: setting({
    type: flag,
    default: false,
    effect: 'whether sign-up, the contact form and file requests ask reCAPTCHA, once its site key and secret are set',
    public: (allowedRecaptcha) => ({ allowedRecaptcha }),
  }),
  recaptcha_client_id: setting({
    type: line({ min: 0, max: 500 }),
    default: '',
    effect: 'site key of reCAPTCHA',
    confirm: true,
    public: (id) => ({ recaptcha_client_id: id === '' ? null : id, isRecaptchaConfigured: id !== '' }),
  }),
  recaptcha_client_secret: clientSecret('reCAPTCHA'),
  user_verification: setting({
    type: flag,
    default: false,
    effect: 'whether new accounts must confirm their email address before they can sign in',
    public: (userVerification) => ({ userVerification }),
  }),
}

type Values = ValuesOf<typeof usersSettings>
type Fields = PublicOf<typeof usersSettings>

declare module '../../platform/server/settings/settings.ts' {
  interface SettingValues extends Values {}
  interface PublicConfig extends Fields {}
}
