import type { TextNode } from '../../web/contract.ts'
import type { HomepageSection, HomepageText } from './homepage.ts'
import type { PlanOffer } from './plan-offer.ts'

/** Footer of the public pages. */
export interface SiteFrame {
  footer: TextNode[]
}

/** A legal page as the reader sees it. */
export interface LegalPageContent {
  title: string
  nodes: TextNode[]
  /** Languages of the title and the content. */
  locales: { title: string; content: string }
  /** Whether the content is in the reader's language. */
  isTranslated: boolean
  /** The languages in which it can be read. */
  translations: string[]
}

/** Texts of the home page; an empty one stands for the product's own. */
export interface HomepageContent {
  texts: Record<HomepageText, string>
  sections: Record<HomepageSection, boolean>
  plans: readonly PlanOffer[]
}
