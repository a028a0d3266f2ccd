import { useCallback, useState } from 'react'
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

/** The beginning of a page tells more than its middle. */
const cropOf = ({ attributes: { mimetype } }: Item) => mimetype === 'application/pdf' && 'object-top'

/** Whether an image failed to load, and props for its `<img>`. Detects a failure before hydration too. */
const useBroken = () => {
  const [broken, setBroken] = useState(false)
  const ref = useCallback((image: HTMLImageElement | null) => {
    // `complete` without a size means that loading has failed.
    if (image?.complete && image.naturalWidth === 0) setBroken(true)
  }, [])
  return { broken, imageProps: { ref, onError: () => setBroken(true) } }
}

/** Thumbnail of a row; a shimmer while pending, else the icon of its kind. */
export const RowThumbnail = ({ item }: { item: Item }) => {
  const { broken, imageProps } = useBroken()
  const { thumbnail, thumbnail_pending: pending } = item.attributes
  if (thumbnail?.xs && !broken) {
    return (
      <img
        src={thumbnail.xs}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        {...imageProps}
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
  const { broken, imageProps } = useBroken()
  const { thumbnail, thumbnail_pending: pending } = item.attributes
  if (thumbnail?.sm && !broken) {
    return (
      <img
        src={thumbnail.sm}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        {...imageProps}
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
