import type { MouseEvent } from 'react'
import type { Item } from '../../../storage/contract.ts'
import { MediaPreview, mediaPreviewUrl } from '../../../storage/ui.ts'
import { Callout, useT } from '../../../web/ui.ts'
import { shownUrl } from '../../client/shown-url.ts'
import type { FilePreview } from '../../contract.ts'
import { ArchiveContent } from './ArchiveContent.tsx'
import { MediaPlayer } from './MediaPlayer.tsx'
import { PdfPages } from './PdfPages.tsx'
import { ReloadHint } from './PendingPreview.tsx'
import { PictureContent } from './PictureContent.tsx'
import { PicturePlaceholder } from './PicturePlaceholder.tsx'
import { previewFrameClass } from './preview-frame-class.ts'
import { TextContent } from './TextContent.tsx'

interface FileContentProps {
  item: Item
  preview: FilePreview
  download: boolean
  /** Opens the viewer; undefined in the viewer itself. */
  onView?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/**
 * The file itself, as far as HTML can show it before any script: picture, cover or pages, player, first pages of a text,
 * list of an archive.
 */
export const FileContent = ({ item, preview, download, onView }: FileContentProps) => {
  const t = useT()
  const { text, archive, size, pages, media } = preview
  const { name, thumbnail, kind, mimetype, file_url: url } = item.attributes
  const player = download && url && (kind === 'video' || kind === 'audio') && <MediaPlayer item={item} url={url} />
  if (kind === 'video' && player) return player
  if (text) return <TextContent name={name} text={text} />
  if (archive) return <ArchiveContent archive={archive} />
  const isPage = mimetype === 'application/pdf'
  const picture = thumbnail && (
    <PictureContent
      item={item}
      thumbnail={thumbnail}
      size={size}
      isPage={isPage}
      href={(download && shownUrl(item)) || thumbnail.xl}
      onView={onView}
    />
  )
  if (player)
    return (
      <>
        {picture}
        {player}
      </>
    )
  const previewUrl = download ? null : mediaPreviewUrl(item)
  if (previewUrl) {
    const frameClass = `${previewFrameClass} bg-surface`
    // A frame or cover does not say that the rest cannot be played.
    const fallback = (
      <>
        {picture}
        <Callout className="mt-6">{t('sharing:page.noPreview')}</Callout>
      </>
    )
    return (
      <>
        <MediaPreview
          item={item}
          url={previewUrl}
          initial={media ?? undefined}
          fallback={fallback}
          className={frameClass}
        />
        {media?.state === 'pending' && <ReloadHint />}
      </>
    )
  }
  return (
    <>
      {picture || <PicturePlaceholder item={item} preview={preview} download={download} onView={onView} />}
      {thumbnail && isPage && <PdfPages name={name} size={size} pages={pages} />}
    </>
  )
}
