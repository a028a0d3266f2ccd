import { usePageContext, useT } from '../../../../../web/ui.ts'
import type { StageProps } from '../types.ts'
import { Failed } from './Failed.tsx'
import { useCaptions } from './useCaptions.ts'
import { useProbe } from './useProbe.ts'

/** A film with the browser's own controls and the captions that lie beside it; the server answers its jumps by ranges. */
export const VideoStage = ({ item, onDownload }: StageProps) => {
  const { file_url: url, thumbnail, name } = item.attributes
  const t = useT()
  const { locale } = usePageContext()
  const captions = useCaptions(item)
  const { trouble, probe, reset } = useProbe(url)
  if (trouble) return <Failed item={item} onDownload={onDownload} trouble={trouble} onRetry={reset} />
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
        onError={probe}
        className="size-full min-h-0 max-w-6xl object-contain"
      >
        {captions?.map(({ src, language }, place) => (
          <track
            key={src}
            kind="captions"
            src={src}
            srcLang={language ?? undefined}
            label={language ? languageName(language, locale) : t('storage:viewer.captions')}
            default={place === 0}
          />
        ))}
      </video>
    </div>
  )
}

/** “German”; the letters themselves where they name no language. */
const languageName = (language: string, locale: string): string => {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}
