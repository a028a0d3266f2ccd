import type { Item } from '../../../tree/contract.ts'
import { thumbnailWidths } from '../../../tree/contract.ts'
import { isDrawn, previewOf } from '../../client/preview-kind.ts'

export interface Picture {
  src: string
  /** Width beyond which the rendition does not go; null: it is the file itself. */
  limit: number | null
}

/** What to show of a picture first: a rendition for the window's width, or the file where it moves or has none. */
export const pictureOf = (item: Item): Picture | null => {
  if (previewOf(item) !== 'image') return null
  const { thumbnail, file_url: url, mimetype } = item.attributes
  const animated = mimetype === 'image/gif'
  if (thumbnail && !animated) {
    const large = window.innerWidth * window.devicePixelRatio > 1_280
    return large ? { src: thumbnail.xl, limit: thumbnailWidths.xl } : { src: thumbnail.lg, limit: thumbnailWidths.lg }
  }
  return url && isDrawn(item) ? { src: url, limit: null } : null
}
