import type { MouseEvent } from 'react'
import type { Item } from '../../../storage/contract.ts'
import { cx, useT } from '../../../web/ui.ts'
import type { FilePreview } from '../../contract.ts'
import { previewFrameClass } from './preview-frame-class.ts'

interface PictureContentProps {
  item: Item
  thumbnail: NonNullable<Item['attributes']['thumbnail']>
  size: FilePreview['size']
  /** The first page of a document, to be read: as wide as the column. */
  isPage: boolean
  href: string
  onView?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** A picture, the cover of a recording, or the first page of a document. */
export const PictureContent = ({ item, thumbnail, size, isPage, href, onView }: PictureContentProps) => {
  const t = useT()
  const { name } = item.attributes
  const picture = (
    <img
      src={thumbnail.lg}
      srcSet={`${thumbnail.lg} 960w, ${thumbnail.xl} 1440w`}
      sizes="(min-width: 60rem) 56rem, 92vw"
      width={size?.width}
      height={size?.height}
      alt={t('sharing:page.preview', { name })}
      fetchPriority="high"
      className={cx('mx-auto h-auto w-full', !isPage && 'max-h-[60vh] object-contain')}
    />
  )
  if (!onView) return <div className={`${previewFrameClass} shrink-0`}>{picture}</div>
  return (
    <a href={href} data-vike="false" onClick={onView} className={previewFrameClass}>
      {picture}
    </a>
  )
}
