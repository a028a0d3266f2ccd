import type { Item } from '../../../tree/contract.ts'
import { thumbnailWidths } from '../../../tree/contract.ts'
import { previewOf } from '../../client/preview-kind.ts'
import { isNativeImage } from '../../contract.ts'

interface ViewerPicture {
  src: string
  /** Maximum width of the rendition; null for the file itself. */
  limit: number | null
}

/** Whether a rendition is visibly enlarged in a frame of this width (CSS pixels). */
export const isTooNarrow = (width: number, frameWidth: number): boolean =>
  width < frameWidth * window.devicePixelRatio * 0.9

/**
 * URL of a picture's file, with the ETag. Within one document, browsers show a cached picture for the same URL, and the URL
 * of a file stays the same when it is replaced.
 */
export const originalUrl = ({ attributes: { file_url: url, etag } }: Item): string | null =>
  url?.startsWith('/file/') && etag ? `${url}${url.includes('?') ? '&' : '?'}v=${etag.slice(1, 9)}` : url

/** The picture to load first: a rendition for the window's width, or the file when it is animated or has no rendition. */
export const pictureOf = (item: Item): ViewerPicture | null => {
  if (previewOf(item) !== 'image') return null
  const { thumbnail, mimetype } = item.attributes
  const url = originalUrl(item)
  const animated = mimetype === 'image/gif'
  if (thumbnail && !animated) {
    const large = isTooNarrow(thumbnailWidths.lg, window.innerWidth)
    return large ? { src: thumbnail.xl, limit: thumbnailWidths.xl } : { src: thumbnail.lg, limit: thumbnailWidths.lg }
  }
  return url && isNativeImage(mimetype ?? '') ? { src: url, limit: null } : null
}
