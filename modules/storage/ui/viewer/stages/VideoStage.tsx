import type { StageProps } from '../types.ts'
import { Failed } from './Failed.tsx'
import { useProbe } from './useProbe.ts'

/** A film with the browser's own controls; the server answers its jumps by ranges. */
export const VideoStage = ({ item, onDownload }: StageProps) => {
  const { file_url: url, thumbnail, name } = item.attributes
  const { status, probe, reset } = useProbe(url)
  if (status !== null) return <Failed item={item} onDownload={onDownload} status={status} onRetry={reset} />
  return (
    <div className="grid size-full place-items-center p-2 sm:p-6">
      {/* biome-ignore lint/a11y/useMediaCaption: people's own files bring no captions */}
      <video
        src={url ?? undefined}
        poster={thumbnail?.lg}
        aria-label={name}
        controls
        playsInline
        preload="metadata"
        onError={probe}
        className="size-full min-h-0 max-w-6xl object-contain"
      />
    </div>
  )
}
