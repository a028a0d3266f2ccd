import { type PublicOf, setting, settingTypes, type ValuesOf } from '../../platform/index.ts'

const { flag, line, text } = settingTypes

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

export const siteSettings = {
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
  get_started_title: title('“get started”'),
  get_started_description: description('“get started”'),
  footer_content: setting({
    type: text({ max: 2_000 }),
    default: '',
    effect: 'line at the end of the public pages, as Markdown',
    public: null,
  }),
}

type Values = ValuesOf<typeof siteSettings>
type Fields = PublicOf<typeof siteSettings>

declare module '../../platform/server/settings/settings.ts' {
  interface SettingValues extends Values {}
  interface PublicConfig extends Fields {}
}
