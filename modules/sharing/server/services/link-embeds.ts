import { networkOf, type Platform } from '../../../platform/index.ts'
import { publicName } from '../../../users/index.ts'
import { embedCode, embedSize, filmSize, type Oembed, ogImageSize } from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'
import { sharePath } from '../share-link.resource.ts'
import { requiredFactors } from './required-factors.ts'
import type { ShareAuthorizer, ShareLookup } from './share-access.ts'

interface EmbedRequest {
  url: string
  maxwidth?: number
  maxheight?: number
}

/** Paths of a link's pages, below `/share/`. */
const linkPage = /^([A-Za-z0-9_-]{6,64})(?:\/(?:authenticate|files?(?:\/[0-9a-f-]{36})?))?\/?$/

/** Whether other sites may embed the link: it shows everybody the same, and nothing can be changed by it (D41). */
export const isEmbeddable = (lookup: ShareLookup): boolean =>
  lookup.share.permission === 'visitor' && requiredFactors(lookup).length === 0

/** Links as oEmbed describes them for other sites. */
export class LinkEmbeds {
  private readonly platform: Platform
  private readonly authorizer: ShareAuthorizer
  constructor(platform: Platform, authorizer: ShareAuthorizer) {
    this.platform = platform
    this.authorizer = authorizer
  }

  /**
   * The link of a URL. 404 for links that do not exist and for URLs of other sites; 401 for protected links. Without the
   * caller's cookies: an unlocked link is protected for the readers of the other site.
   */
  async describe({ url, maxwidth = Infinity, maxheight = Infinity }: EmbedRequest, ip: string): Promise<Oembed> {
    const { config, settings, limiter } = this.platform
    await limiter.consumeBatched(rateLimits.embedLookupsPerNetwork, [networkOf(ip)])
    const token = this.tokenIn(url)
    if (!token) throw sharingErrors.fail('share-not-found')
    const lookup = await this.authorizer.find({ token, cookies: {} })
    if (lookup.locked) throw sharingErrors.fail('share-protected')
    const { item, owner } = lookup
    const link = `${config.appUrl}${sharePath(token)}`
    const author = publicName(owner)
    const isVideo = item.kind === 'video'
    const { width, height } = isVideo ? filmSize : embedSize
    const frame = { width: Math.min(width, maxwidth), height: Math.min(height, maxheight) }
    return {
      type: !isEmbeddable(lookup) ? 'link' : isVideo ? 'video' : 'rich',
      version: '1.0',
      title: item.name,
      ...(author && { author_name: author }),
      provider_name: await settings.get('app_title'),
      provider_url: config.appUrl,
      ...(ogImageSize.width <= maxwidth &&
        ogImageSize.height <= maxheight && {
          thumbnail_url: `${link}/card.png`,
          thumbnail_width: ogImageSize.width,
          thumbnail_height: ogImageSize.height,
        }),
      ...(isEmbeddable(lookup) && { html: embedCode(link, frame), ...frame }),
    }
  }

  /** Token of the link that the URL leads to; null for other URLs. */
  private tokenIn(url: string): string | null {
    const parsed = URL.parse(url)
    const prefix = `${this.platform.config.appUrl}${sharePath('')}`
    const address = parsed && `${parsed.origin}${parsed.pathname}`
    if (!address?.startsWith(prefix)) return null
    return linkPage.exec(address.slice(prefix.length))?.[1] ?? null
  }
}
