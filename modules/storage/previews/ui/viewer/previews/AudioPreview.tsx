import { formatBytes, usePageContext } from '../../../../../web/ui.ts'
import { ItemIcon } from '../../Thumbnail.tsx'
import type { PreviewProps } from '../types.ts'
import { FailedPreview } from './FailedPreview.tsx'
import { useProbe } from './useProbe.ts'

/** An audio file: cover or icon, name and the browser's player. */
export const AudioPreview = ({ item, onDownload }: PreviewProps) => {
  const { locale } = usePageContext()
  const { file_url: url, thumbnail, name, size } = item.attributes
  const { fetchError, probe, retry } = useProbe(url)
  if (fetchError) return <FailedPreview item={item} onDownload={onDownload} fetchError={fetchError} onRetry={retry} />
  return (
    <div className="grid size-full place-items-center overflow-y-auto p-4">
      <div className="flex w-full max-w-md flex-col items-center rounded-lg border border-line bg-surface p-6 text-center">
        <div className="grid aspect-square w-full max-w-56 place-items-center overflow-hidden rounded-md bg-n3">
          {thumbnail ? (
            <img src={thumbnail.lg} alt="" className="size-full object-cover" />
          ) : (
            <ItemIcon item={item} size={96} />
          )}
        </div>
        <h2 className="bidi-plaintext mt-5 max-w-full text-16 font-semibold break-words">{name}</h2>
        {size !== null && <p className="mt-0.5 text-14 text-muted">{formatBytes(size, locale)}</p>}
        {/* biome-ignore lint/a11y/useMediaCaption: people's own files bring no captions */}
        <audio
          src={url ?? undefined}
          aria-label={name}
          controls
          preload="metadata"
          onError={probe}
          className="mt-5 w-full"
        />
      </div>
    </div>
  )
}
