import type { MouseEvent } from 'react'
import type { Item } from '../../../storage/contract.ts'
import { ItemIcon } from '../../../storage/ui.ts'
import { Callout, useT } from '../../../web/ui.ts'
import { shownUrl } from '../../client/shown-url.ts'
import type { FilePreview } from '../../contract.ts'
import { PendingPreview } from './PendingPreview.tsx'
import { previewFrameClass } from './preview-frame-class.ts'

interface NoPictureProps {
  item: Item
  preview: FilePreview
  download: boolean
  onView?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** Stands in the place of a file's picture: its drawing, a button that opens the viewer, or the reason for no picture. */
export const PicturePlaceholder = ({ item, preview: { counted, drawing }, download, onView }: NoPictureProps) => {
  const t = useT()
  const { name, kind, thumbnail_pending: isPending } = item.attributes
  const url = shownUrl(item)
  if (drawing)
    return (
      <a href={url ?? undefined} data-vike="false" onClick={onView} className={`${previewFrameClass} bg-white`}>
        <img
          src={drawing}
          alt={t('sharing:page.preview', { name })}
          className="mx-auto h-auto max-h-[60vh] w-full object-contain"
        />
      </a>
    )
  if (counted) return <Callout className="mt-6">{t('sharing:page.counted')}</Callout>
  if (isPending) return <PendingPreview />
  if (!download || kind !== 'image' || !url)
    return (
      <div className={`${previewFrameClass} px-4 py-14 text-center`}>
        <ItemIcon item={item} size={72} className="mx-auto" />
        <p className="mt-4 text-14 text-muted">{t('sharing:page.noPreview')}</p>
      </div>
    )
  // The bytes of the picture count as a download, so it is loaded when it is asked for.
  return (
    <a href={url} data-vike="false" onClick={onView} className={`${previewFrameClass} py-14 text-center no-underline`}>
      <ItemIcon item={item} size={72} className="mx-auto" />
      <span className="mt-4 block text-14 font-medium text-brand-text">{t('sharing:page.show')}</span>
    </a>
  )
}
