import type { FastifyRequest } from 'fastify'
import type { ThirdParty } from '../../platform/contract.ts'
import type { Platform } from '../../platform/index.ts'
import type { BotCheck } from '../../shared/contract.ts'
import type { TextNode } from '../../web/contract.ts'
import {
  type HomepageSection,
  type HomepageText,
  homepageSections,
  homepageTexts,
  type PageSlug,
  type PlanOffer,
} from '../contract.ts'
import type { LegalPages } from './services/pages.ts'
import { readThirdParty } from './third-party.ts'
import type { VisitorChecks } from './visitor-checks.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    site: SitePages
  }
}

/** Header and footer of the public pages. */
export interface SiteFrame {
  pages: { slug: PageSlug; title: string }[]
  footer: TextNode[]
  cookieNotice: boolean
}

export interface LegalPageContent {
  title: string
  nodes: TextNode[]
}

export type PlanOffers = (locale: string) => Promise<readonly PlanOffer[]>

/** Texts of the home page; an empty one stands for the product's own. */
export interface HomepageContent {
  texts: Record<HomepageText, string>
  sections: Record<HomepageSection, boolean>
  plans: readonly PlanOffer[]
}

/** Public pages. */
export interface SitePages {
  frame(request: FastifyRequest): Promise<SiteFrame>
  /** 404 for an unknown or hidden page. */
  page(slug: string, locale: string): Promise<LegalPageContent>
  homepage(locale: string): Promise<HomepageContent>
  thirdParty(): Promise<ThirdParty | null>
  /** The bot check of the contact form. */
  botCheck(request: FastifyRequest): Promise<BotCheck>
}

export const noticeCookie = 'cookie_notice'

/** Whether this browser accepted services of other companies. */
export const acceptsThirdParty = ({ cookies }: Pick<FastifyRequest, 'cookies'>): boolean =>
  cookies[noticeCookie] === 'accepted'

export const createSitePages = (
  { settings }: Platform,
  pages: LegalPages,
  { visitorChecks, planOffers }: { visitorChecks: VisitorChecks; planOffers: PlanOffers },
): SitePages => ({
  thirdParty: () => readThirdParty({ settings }),
  botCheck: (request) => visitorChecks.kindFor(request),
  async frame({ locale, cookies }) {
    const [all, footer, thirdParty] = await Promise.all([
      pages.list(locale),
      settings.get('footer_content'),
      readThirdParty({ settings }),
    ])
    const answer = cookies[noticeCookie]
    return {
      pages: all.filter(({ visible }) => visible).map(({ slug, title }) => ({ slug, title })),
      footer: pages.format(footer),
      // Who only dismissed the notice was not asked.
      cookieNotice: answer === undefined || (thirdParty !== null && answer === 'dismissed'),
    }
  },
  async page(slug, locale) {
    const { title, content } = await pages.visible(slug, locale)
    return { title, nodes: pages.format(content) }
  },
  async homepage(locale) {
    const values = <Name extends HomepageText | HomepageSection>(names: readonly Name[]) =>
      Promise.all(names.map(async (name) => [name, await settings.get(name)] as const))
    const [texts, sections] = await Promise.all([values(homepageTexts), values(homepageSections)])
    const plans = (await settings.get('section_pricing_content')) ? await planOffers(locale) : []
    return { texts: Object.fromEntries(texts), sections: Object.fromEntries(sections), plans } as HomepageContent
  },
})
