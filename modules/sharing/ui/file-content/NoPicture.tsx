import { type MouseEvent, useEffect } from 'react'
import { reload } from 'vike/client/router'
import type { Item } from '../../../storage/contract.ts'
import { ItemIcon } from '../../../storage/ui.ts'
import { Callout, Spinner, useT } from '../../../web/ui.ts'
import type { FilePreview } from '../../server/services/file-previews.ts'
import { frame } from './frame.ts'

const pollDelayMs = 3_000

interface NoPictureProps {
  item: Item
  preview: FilePreview
  download: boolean
  onView: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** In the place of a picture of the file: a drawing as it is, a way to the viewer, or why there is none. */
export const NoPicture = ({ item, preview: { counted, drawing }, download, onView }: NoPictureProps) => {
  const t = useT()
  const { name, kind, thumbnail_pending: isPending, file_url: url } = item.attributes
  if (drawing)
    return (
      <a href={url ?? undefined} data-vike="false" onClick={onView} className={`${frame} bg-white`}>
        <img
          src={drawing}
          alt={t('sharing:page.preview', { name })}
          className="mx-auto h-auto max-h-[60vh] w-full object-contain"
        />
      </a>
    )
  if (counted) return <Callout className="mt-6">{t('sharing:page.counted')}</Callout>
  if (isPending) return <Pending />
  if (!download) return <Callout className="mt-6">{t('sharing:page.noPreview')}</Callout>
  // The bytes of the picture count as a download, so it is loaded when it is asked for.
  if (kind !== 'image' || !url) return null
  return (
    <a href={url} data-vike="false" onClick={onView} className={`${frame} py-14 text-center no-underline`}>
      <ItemIcon item={item} size={72} className="mx-auto" />
      <span className="mt-4 block text-14 font-medium text-brand-text">{t('sharing:page.show')}</span>
    </a>
  )
}

/** While the server makes the preview: the page is loaded again until it is there. */
const Pending = () => {
  const t = useT()
  const text = t('storage:viewer.media.preparing')
  useEffect(() => {
    const timer = setInterval(() => void reload(), pollDelayMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={`${frame} px-5 py-14 text-center`}>
      <Spinner label={text} className="mb-2" />
      <p aria-hidden="true" className="text-14 font-medium">
        {text}
      </p>
      <ReloadHint />
    </div>
  )
}

/** Without scripts nothing else says when a preview is ready. */
export const ReloadHint = () => {
  const t = useT()
  return <p className="mt-2 hidden text-center text-13 text-muted noscript:block">{t('sharing:page.reload')}</p>
}
