import { type Platform, sha256 } from '../../../platform/index.ts'
import { BoundedMap, ifMissing } from '../../../shared/contract.ts'
import type { StorageApi } from '../../../storage/index.ts'
import { publicName } from '../../../users/index.ts'
import { type OgImageContent, renderOgImage } from '../og-image/render.ts'
import { itemSizeText } from './item-size-text.ts'
import type { ShareLookup } from './share-access.ts'
import { shareScope } from './share-scope.ts'

interface OgImage {
  content: Buffer
  etag: string
}

/** A letter that the font of the images (Inter, Western European) does not have. */
const unknownLetter = /[^\u0020-\u00ff\u0152\u0153\u2013\u2014\u2018-\u201e\u2026]/

/** Some 30 KB each. */
const maxCachedImages = 64

/** Preview images of links for messengers, rendered once per content. */
export class OgImages {
  private readonly cache = new BoundedMap<string, Promise<OgImage>>(maxCachedImages)
  private readonly platform: Platform
  private readonly storage: StorageApi
  constructor(platform: Platform, storage: StorageApi) {
    this.platform = platform
    this.storage = storage
  }

  /** The image of a link; of a locked one it says only that it is locked. */
  async get(lookup: ShareLookup, locale: string): Promise<OgImage> {
    const { settings } = this.platform
    const drawn = this.drawnLocale(locale)
    const appearance = { app: await settings.get('app_title'), color: await settings.get('app_color') }
    const content = lookup.locked ? this.lockedContent(drawn) : await this.openContent(lookup, drawn)
    return this.cached({ ...content, ...appearance })
  }

  /** The reader's language, or English where the font lacks its letters: the server may have no other fonts. */
  private drawnLocale(locale: string): string {
    const { i18n } = this.platform
    const t = i18n.translator(locale)
    const sample = `${t('sharing:meta.protected')} ${t('sharing:meta.protectedText')}`
    return unknownLetter.test(sample) ? i18n.fallback : locale
  }

  private lockedContent(locale: string): Omit<OgImageContent, 'app' | 'color'> {
    const t = this.platform.i18n.translator(locale)
    const lines = [t('sharing:meta.protectedText')]
    return { title: t('sharing:meta.protected'), lines, glyph: 'lock', picture: null }
  }

  private async openContent(
    { share, item, owner }: ShareLookup,
    locale: string,
  ): Promise<Omit<OgImageContent, 'app' | 'color'>> {
    const t = this.platform.i18n.translator(locale)
    const name = publicName(owner)
    const picture =
      item.is_folder || item.thumbnail_status !== 'ready'
        ? null
        : await ifMissing(this.storage.files.thumbnail(shareScope(share, 'card'), item.id, 'lg'))
    return {
      title: item.name,
      lines: [itemSizeText(item, locale, t), name && t('sharing:meta.from', { owner: name })],
      glyph: item.is_folder ? 'folder' : 'file',
      picture: picture?.content ?? null,
    }
  }

  private cached(content: OgImageContent): Promise<OgImage> {
    const etag = `"${sha256(
      JSON.stringify({ ...content, picture: content.picture && sha256(content.picture.toString('base64')) }),
    )
      .toString('hex')
      .slice(0, 24)}"`
    const cachedImage = this.cache.get(etag)
    if (cachedImage) return cachedImage
    const image = renderOgImage(content).then((rendered) => ({ content: rendered, etag }))
    image.catch(() => this.cache.delete(etag))
    this.cache.set(etag, image)
    return image
  }
}
