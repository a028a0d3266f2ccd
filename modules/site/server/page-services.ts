import type { FastifyRequest } from 'fastify'
import type { PageSettings, ThirdParty } from '../../platform/contract.ts'
import type { Platform } from '../../platform/index.ts'
import type { BotCheck } from '../../shared/contract.ts'
import {
  type HomepageContent,
  type HomepageSection,
  type HomepageText,
  homepageSections,
  homepageTexts,
  type LegalPageContent,
  type PlanOffer,
  type SiteFrame,
} from '../contract.ts'
import type { LegalPages } from './services/legal-pages.ts'
import { readThirdParty } from './third-party.ts'
import type { VisitorChecks } from './visitor-checks.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    site: SitePages
  }
}

export type PlanOffers = (locale: string) => Promise<readonly PlanOffer[]>

/** Public pages. */
interface SitePages {
  /** This module's part of the settings of every page. */
  settings(request: FastifyRequest): Promise<Pick<PageSettings, 'thirdParty' | 'legalPages' | 'cookieNotice'>>
  frame(): Promise<SiteFrame>
  /** 404 for an unknown or hidden page. */
  page(slug: string, locale: string): Promise<LegalPageContent>
  homepage(locale: string): Promise<HomepageContent>
  thirdParty(): Promise<ThirdParty | null>
  /** The bot check of the contact form. */
  botCheck(request: FastifyRequest): Promise<BotCheck>
}

export const cookieNoticeCookie = 'cookie_notice'

/** Whether this browser accepted services of other companies. */
export const acceptsThirdPartyServices = ({ cookies }: Pick<FastifyRequest, 'cookies'>): boolean =>
  cookies[cookieNoticeCookie] === 'accepted'

const noticeAnswers = ['dismissed', 'accepted', 'declined'] as const
const frames: readonly unknown[] = ['iframe', 'frame', 'embed', 'object']

/** State of the cookie notice: unanswered, its answer, or embedded. Embedded pages show none: they have no room for it. */
export const cookieNoticeState = ({ cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>) =>
  frames.includes(headers['sec-fetch-dest'])
    ? 'embedded'
    : (noticeAnswers.find((answer) => answer === cookies[cookieNoticeCookie]) ?? 'unanswered')

export const createSitePages = (
  { settings, installation }: Platform,
  pages: LegalPages,
  { visitorChecks, planOffers }: { visitorChecks: VisitorChecks; planOffers: PlanOffers },
): SitePages => ({
  thirdParty: () => readThirdParty({ settings }),
  botCheck: (request) => visitorChecks.kindFor(request),
  async settings(request) {
    if (!(await installation.done())) return {}
    const [legalPages, thirdParty] = await Promise.all([
      pages.visibleTitles(request.locale),
      readThirdParty({ settings }),
    ])
    const state = cookieNoticeState(request)
    return {
      ...(thirdParty ? { thirdParty } : {}),
      legalPages,
      // A visitor who dismissed the notice before has not been asked about other companies.
      ...(state === 'unanswered' || (thirdParty && state === 'dismissed') ? { cookieNotice: true } : {}),
    }
  },
  frame: async () => ({ footer: pages.format(await settings.get('footer_content')) }),
  async page(slug, locale) {
    const { title, content, locales, translations } = await pages.visible(slug, locale)
    const isTranslated = translations.includes(locale)
    return { title, nodes: pages.format(content), locales, isTranslated, translations }
  },
  async homepage(locale) {
    const values = <Name extends HomepageText | HomepageSection>(names: readonly Name[]) =>
      Promise.all(names.map(async (name) => [name, await settings.get(name)] as const))
    const [texts, sections] = await Promise.all([values(homepageTexts), values(homepageSections)])
    const plans = (await settings.get('section_pricing_content')) ? await planOffers(locale) : []
    return { texts: Object.fromEntries(texts), sections: Object.fromEntries(sections), plans } as HomepageContent
  },
})
