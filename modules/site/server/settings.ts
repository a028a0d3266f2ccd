import { type PublicOf, setting, settingTypes, type ValuesOf } from '../../platform/index.ts'

const { adSlot, flag, googleId, line, text } = settingTypes

const section = (name: string) =>
  setting({ type: flag, default: true, effect: `whether the home page has the section “${name}”`, public: null })
const title = (name: string) =>
  setting({
    type: line({ min: 0, max: 120 }),
    default: '',
    effect: `home page: title of ${name}; empty: the product’s own text`,
    public: null,
  })
const description = (name: string) =>
  setting({
    type: text({ max: 600 }),
    default: '',
    effect: `home page: text of ${name}; empty: the product’s own text`,
    public: null,
  })

const adSetting = <const Fields extends (slot: string) => Record<string, unknown>>(where: string, fields: Fields) =>
  setting<string, Fields>({
    type: adSlot,
    default: '',
    effect: `ad unit of AdSense ${where}, for visitors who accepted cookies`,
    public: fields,
  })

export const siteSettings = {
  google_analytics: setting({
    type: googleId,
    default: '',
    effect: 'measurement ID of Google Analytics, which public pages load for visitors who accepted cookies',
    public: (id) => ({ googleAnalytics: id || null }),
  }),
  allowed_adsense: setting({
    type: flag,
    default: false,
    effect: 'whether pages show ads of AdSense to people who accepted cookies',
    public: (allowedAdsense) => ({ allowedAdsense }),
  }),
  adsense_client_id: setting({
    type: googleId,
    default: '',
    effect: 'publisher ID of AdSense',
    public: (id) => ({ adsenseClientId: id || null }),
  }),
  adsense_banner_01: adSetting('in the files', (slot) => ({ adsenseBanner01: slot || null })),
  adsense_banner_02: adSetting('on legal pages and contact', (slot) => ({ adsenseBanner02: slot || null })),
  adsense_banner_03: adSetting('on the home page', (slot) => ({ adsenseBanner03: slot || null })),
  app_description: setting({
    type: line({ min: 0, max: 500 }),
    default: '',
    effect: 'description of the installation for its home page and search engines',
    public: (app_description) => ({ app_description }),
  }),
  allow_api_docs: setting({
    type: flag,
    default: true,
    effect: 'whether `/developers` and `/api/openapi.json` describe the HTTP API to everybody',
    public: null,
  }),
  allow_homepage: setting({
    type: flag,
    default: true,
    effect: 'whether there is a public home page; without it `/` leads to sign-in',
    public: (allowHomepage) => ({ allowHomepage }),
  }),
  section_features: section('features'),
  section_feature_boxes: section('feature boxes'),
  section_pricing_content: section('pricing'),
  section_get_started: section('get started'),
  header_title: title('the page'),
  header_description: description('the page'),
  features_title: title('the features'),
  features_description: description('the features'),
  feature_title_1: title('the first feature'),
  feature_description_1: description('the first feature'),
  feature_title_2: title('the second feature'),
  feature_description_2: description('the second feature'),
  feature_title_3: title('the third feature'),
  feature_description_3: description('the third feature'),
  pricing_title: title('the prices'),
  pricing_description: description('the prices'),
  get_started_title: title('“get started”'),
  get_started_description: description('“get started”'),
  footer_content: setting({
    type: text({ max: 2_000 }),
    default: '',
    effect: 'line at the end of the public pages, as Markdown',
    public: (text) => ({ app_footer: text || null }),
  }),
}

type Values = ValuesOf<typeof siteSettings>
type Fields = PublicOf<typeof siteSettings>

declare module '../../platform/server/settings/settings.ts' {
  interface SettingValues extends Values {}
  interface PublicConfig extends Fields {}
}
