import type { MouseEvent } from 'react'
import type { Item } from '../../../storage/contract.ts'
import { MediaPreview, mediaPreviewUrl } from '../../../storage/ui.ts'
import { Callout, useT } from '../../../web/ui.ts'
import type { FilePreview } from '../../server/services/file-previews.ts'
import { ArchiveContent } from './ArchiveContent.tsx'
import { DocumentPages } from './DocumentPages.tsx'
import { frame } from './frame.ts'
import { PictureContent } from './PictureContent.tsx'
import { TextContent } from './TextContent.tsx'

interface FileContentProps {
  item: Item
  preview: FilePreview
  download: boolean
  /** Opens the viewer. */
  onView: (event: MouseEvent<HTMLAnchorElement>) => void
}

/**
 * The file itself, as far as HTML can show it before any script: picture, cover or first page, player, first pages of a
 * text, list of an archive.
 */
export const FileContent = ({ item, preview, download, onView }: FileContentProps) => {
  const t = useT()
  const { text, archive, size, pages } = preview
  const { name, thumbnail, kind, mimetype, file_url: url } = item.attributes
  // Nothing of a recording is fetched before it is played: its bytes count as a download.
  const media = download && url ? { src: url, controls: true, preload: 'none', 'aria-label': name } : null
  if (kind === 'video' && media)
    return <video {...media} playsInline poster={thumbnail?.lg} className={`${frame} aspect-video w-full bg-black`} />
  if (text) return <TextContent name={name} text={text} />
  if (archive) return <ArchiveContent archive={archive} />
  const isPage = mimetype === 'application/pdf'
  const picture = thumbnail ? (
    <PictureContent
      item={item}
      thumbnail={thumbnail}
      size={size}
      isPage={isPage}
      href={(download && url) || thumbnail.xl}
      onView={onView}
    />
  ) : (
    !download && <Callout className="mt-6">{t('sharing:page.noPreview')}</Callout>
  )
  const previewUrl = preview.media && mediaPreviewUrl(item)
  if (preview.media && previewUrl) {
    const frameClass = `${frame} bg-surface`
    return (
      <MediaPreview item={item} url={previewUrl} initial={preview.media} fallback={picture} className={frameClass} />
    )
  }
  return (
    <>
      {picture}
      {thumbnail && isPage && !download && <DocumentPages name={name} size={size} pages={pages} />}
      {kind === 'audio' && media && <audio {...media} className="mt-6 w-full" />}
    </>
  )
}
