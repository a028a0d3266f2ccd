import { type Platform, sha256 } from '../../../platform/index.ts'
import type { StorageApi } from '../../../storage/index.ts'
import { publicName } from '../../../users/index.ts'
import { type CardFacts, drawCard } from '../cards/draw.ts'
import { type Door, scopeOf } from './guard.ts'
import { sizeText } from './size-text.ts'

interface Card {
  content: Buffer
  etag: string
}

/** Cards kept; some 30 KB each. */
const most = 64

/** Pictures of links for messengers, drawn once per content. */
export class Cards {
  private readonly kept = new Map<string, Promise<Card>>()
  private readonly platform: Platform
  private readonly storage: StorageApi
  constructor(platform: Platform, storage: StorageApi) {
    this.platform = platform
    this.storage = storage
  }

  /** The card of a link that the guard has found. Of a locked one it tells only that it is locked. */
  async of(door: Door, locale: string): Promise<Card> {
    const { settings } = this.platform
    const look = { app: await settings.get('app_title'), color: await settings.get('app_color') }
    const facts = door.locked ? this.locked(locale) : await this.opened(door, locale)
    return this.drawn({ ...facts, ...look })
  }

  private locked(locale: string): Omit<CardFacts, 'app' | 'color'> {
    const t = this.platform.i18n.translator(locale)
    const lines = [t('sharing:meta.protectedText')]
    return { title: t('sharing:meta.protected'), lines, glyph: 'lock', picture: null }
  }

  private async opened({ share, item, owner }: Door, locale: string): Promise<Omit<CardFacts, 'app' | 'color'>> {
    const t = this.platform.i18n.translator(locale)
    const name = publicName(owner)
    const picture =
      item.is_folder || item.thumbnails !== 'ready'
        ? null
        : await this.storage.files.thumbnail(scopeOf(share, 'card'), item.id, 'lg').catch(() => null)
    return {
      title: item.name,
      lines: [sizeText(item, locale, t), name && t('sharing:meta.from', { owner: name })],
      glyph: item.is_folder ? 'folder' : 'file',
      picture: picture?.content ?? null,
    }
  }

  private drawn(facts: CardFacts): Promise<Card> {
    const etag = `"${sha256(
      JSON.stringify({ ...facts, picture: facts.picture && sha256(facts.picture.toString('base64')) }),
    )
      .toString('hex')
      .slice(0, 24)}"`
    const known = this.kept.get(etag)
    if (known) return known
    const drawing = drawCard(facts).then((content) => ({ content, etag }))
    drawing.catch(() => this.kept.delete(etag))
    const [oldest] = this.kept.keys()
    if (this.kept.size >= most && oldest) this.kept.delete(oldest)
    this.kept.set(etag, drawing)
    return drawing
  }
}
