import { useCallback, useState } from 'react'
import { cx, FileIcon } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { glyphOf } from '../../tree/ui.ts'

export const ItemIcon = ({ item, size, className }: { item: Item; size: number; className?: string }) => (
  <FileIcon
    kind={glyphOf(item)}
    extension={item.attributes.extension}
    color={item.attributes.color}
    emoji={item.attributes.emoji?.char}
    size={size}
    className={className}
  />
)

/** Whether a picture cannot be had, and what an `<img>` tells it by: also of one that failed before the page was alive. */
const useBroken = () => {
  const [broken, setBroken] = useState(false)
  const ref = useCallback((image: HTMLImageElement | null) => {
    // `complete` without a size: it has been tried. What is still to be loaded is not complete.
    if (image?.complete && image.naturalWidth === 0) setBroken(true)
  }, [])
  return { broken, watch: { ref, onError: () => setBroken(true) } }
}

/** The picture of a row: its thumbnail, a shimmer while that is being made, else the glyph of its kind. */
export const RowThumb = ({ item }: { item: Item }) => {
  const { broken, watch } = useBroken()
  const { thumbnail, thumbnail_pending: pending } = item.attributes
  const box = 'size-7 shrink-0 rounded-xs phone:size-10'
  if (thumbnail?.xs && !broken) {
    return (
      <img
        src={thumbnail.xs}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        {...watch}
        className={cx(box, 'bg-n3 object-cover ring-1 ring-line ring-inset')}
      />
    )
  }
  return (
    <span className={cx(box, 'grid place-items-center', pending && 'animate-shimmer bg-n4')}>
      <ItemIcon item={item} size={24} />
    </span>
  )
}

/** The picture of a tile, filling it. */
export const TileThumb = ({ item }: { item: Item }) => {
  const { broken, watch } = useBroken()
  const { thumbnail, thumbnail_pending: pending } = item.attributes
  if (thumbnail?.sm && !broken) {
    return (
      <img
        src={thumbnail.sm}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        {...watch}
        className="size-full object-cover"
      />
    )
  }
  return (
    <span className={cx('grid size-full place-items-center', pending && 'animate-shimmer bg-n4')}>
      <ItemIcon item={item} size={56} />
    </span>
  )
}
