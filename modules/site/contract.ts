export { AppConfig, type BillingConfig, getConfig } from './contract/app-config.ts'
export { getTranslations, setAppearance } from './contract/appearance.ts'
export { maxMessageLength, sendContactMessage, submitContactForm } from './contract/contact.ts'
export {
  getPublicSettings,
  type HomepageSection,
  type HomepageText,
  homepageSections,
  homepageTexts,
} from './contract/homepage.ts'
export type { HomepageContent, LegalPageContent, SiteFrame } from './contract/page-data.ts'
export { getPage, PageResource, type PageSlug, pageSlugs } from './contract/pages.ts'
export type { PlanOffer } from './contract/plan-offer.ts'
export { publicFiles, showBrandingImage } from './contract/public-files.ts'
export { type ApiCall, type ApiCallName, type ApiGroup, type ApiReference, showOpenApi } from './contract/reference.ts'
