import { type SyntheticEvent, useCallback, useState } from 'react'
import { cx, FileIcon } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { iconKindOf } from '../../tree/ui.ts'

export const ItemIcon = ({ item, size, className }: { item: Item; size: number; className?: string }) => (
  <FileIcon
    kind={iconKindOf(item)}
    extension={item.attributes.extension}
    color={item.attributes.color}
    emoji={item.attributes.emoji?.char}
    size={size}
    className={className}
  />
)

/** Crops pages to their beginning, which tells more than their middle. */
const cropOf = ({ attributes: { mimetype } }: Item) => mimetype === 'application/pdf' && 'object-top'

const sourceOf = (image: HTMLImageElement) => image.getAttribute('src')

/**
 * Props of the `<img>` for a URL; null without a URL, or when it failed to load. A new URL is tried again, because the
 * component then shows another item, or a new thumbnail. Detects a failure before hydration too.
 */
export const useImage = (src: string | undefined) => {
  const [broken, setBroken] = useState<string | null>(null)
  const ref = useCallback((image: HTMLImageElement | null) => {
    // `complete` without a size means that loading has failed.
    if (image?.complete && image.naturalWidth === 0) setBroken(sourceOf(image))
  }, [])
  if (src === undefined || src === broken) return null
  return { src, ref, onError: (event: SyntheticEvent<HTMLImageElement>) => setBroken(sourceOf(event.currentTarget)) }
}

/** Thumbnail of a row; a shimmer while pending, else the icon of its kind. */
export const RowThumbnail = ({ item }: { item: Item }) => {
  const { thumbnail, thumbnail_pending: pending } = item.attributes
  const image = useImage(thumbnail?.xs)
  if (image) {
    return (
      <img
        {...image}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        className={cx('row-thumb bg-n3 object-cover outline-1 -outline-offset-1 outline-line', cropOf(item))}
      />
    )
  }
  return (
    <span className={cx('row-thumb', pending && 'animate-shimmer bg-n4')}>
      <ItemIcon item={item} size={24} />
    </span>
  )
}

/** Thumbnail of a tile. */
export const TileThumbnail = ({ item }: { item: Item }) => {
  const { thumbnail, thumbnail_pending: pending } = item.attributes
  const image = useImage(thumbnail?.sm)
  if (image) {
    return (
      <img
        {...image}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        className={cx('size-full object-cover', cropOf(item))}
      />
    )
  }
  return (
    <span className={cx('grid size-full place-items-center', pending && 'animate-shimmer bg-n4')}>
      <ItemIcon item={item} size={56} />
    </span>
  )
}
