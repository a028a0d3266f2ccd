import { use, useState } from 'react'
import { formatLocale } from '../../../../../shared/contract.ts'
import { usePageContext, useT } from '../../../../../web/ui.ts'
import { DownloadCountContext } from '../preview-controls.ts'
import type { PreviewProps } from '../types.ts'
import { FailedPreview } from './FailedPreview.tsx'
import { useCaptions } from './useCaptions.ts'
import { useProbe } from './useProbe.ts'

/** A video with the browser's controls and the captions next to it. Seeking uses range requests. */
export const VideoPreview = ({ item, onDownload }: PreviewProps) => {
  const { file_url: url, thumbnail, name } = item.attributes
  const t = useT()
  const { locale } = usePageContext()
  const downloadCount = use(DownloadCountContext)
  const [hasPlayed, setHasPlayed] = useState(false)
  // Loading a caption file counts as a download.
  const captions = useCaptions(item, !downloadCount || (hasPlayed && downloadCount !== 'limited'))
  const { fetchError, probe, retry } = useProbe(url)
  if (fetchError) return <FailedPreview item={item} onDownload={onDownload} fetchError={fetchError} onRetry={retry} />
  return (
    <div className="grid size-full place-items-center p-2 sm:p-6">
      {/* biome-ignore lint/a11y/useMediaCaption: only where captions lie beside the film */}
      <video
        src={url ?? undefined}
        poster={thumbnail?.lg}
        aria-label={name}
        controls
        playsInline
        preload="metadata"
        onPlay={() => setHasPlayed(true)}
        onError={probe}
        className="size-full min-h-0 max-w-6xl object-contain"
      >
        {captions?.map(({ src, language }, index) => (
          <track
            key={src}
            kind="captions"
            src={src}
            srcLang={language ?? undefined}
            label={language ? languageName(language, locale) : t('storage:viewer.captions')}
            default={index === 0}
          />
        ))}
      </video>
    </div>
  )
}

/** “German”; the code itself when it names no language. */
const languageName = (language: string, locale: string): string => {
  try {
    return new Intl.DisplayNames(formatLocale(locale), { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}
