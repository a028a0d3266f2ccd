import { endpoint, object, record, string } from '../../shared/contract.ts'

/** Settings of the home page: everyone may read them. */
export const homepageTexts = [
  'header_title',
  'header_description',
  'features_title',
  'features_description',
  'feature_title_1',
  'feature_description_1',
  'feature_title_2',
  'feature_description_2',
  'feature_title_3',
  'feature_description_3',
  'pricing_title',
  'pricing_description',
  'get_started_title',
  'get_started_description',
  'footer_content',
] as const
export type HomepageText = (typeof homepageTexts)[number]

export const homepageSections = [
  'section_features',
  'section_feature_boxes',
  'section_pricing_content',
  'section_get_started',
] as const
export type HomepageSection = (typeof homepageSections)[number]

/** `column`: names separated by `|`. Unknown names, and names that only administrators may read, are left out. */
export const getPublicSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'Read the settings of the home page',
  access: 'public',
  query: object({ column: string({ maxLength: 1_000 }) }),
  response: { 200: record(string(), string()) },
  errors: [],
})
