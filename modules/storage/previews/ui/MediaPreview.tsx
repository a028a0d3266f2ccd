import { type ReactNode, useEffect, useState } from 'react'
import { formatLocale } from '../../../shared/contract.ts'
import { cx, Spinner, usePageContext, useT } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { watchMediaPreview } from '../client/media-preview.ts'
import type { MediaPreviewState } from '../contract.ts'

const unknown: MediaPreviewState = { state: 'pending', progress: null, seconds: null }

interface MediaPreviewProps {
  item: Item
  /** URL of the preview. */
  url: string
  /** State of the preview when the page was rendered. */
  initial?: MediaPreviewState
  /** Shown where there is no preview. */
  fallback: ReactNode
  className?: string
}

/** A player for the preview of a film or sound, or the progress while it is made. */
export const MediaPreview = ({ item, url, initial = unknown, fallback, className }: MediaPreviewProps) => {
  const t = useT()
  const { locale } = usePageContext()
  const [{ state, progress, seconds }, setState] = useState(initial)
  const { name, kind, thumbnail } = item.attributes
  // biome-ignore lint/correctness/useExhaustiveDependencies: a preview that is made is not asked for
  useEffect(() => {
    if (state !== 'pending') return
    const stop = new AbortController()
    void watchMediaPreview(url, stop.signal, setState)
    return () => stop.abort()
  }, [url])
  if (state === 'unavailable') return fallback
  const media = { src: url, controls: true, preload: 'metadata', 'aria-label': name } as const
  const shown = kind === 'video' ? 'aspect-video w-full bg-black object-contain' : 'w-full'
  return (
    <div className={className}>
      {kind === 'audio' && thumbnail && (
        // The sizes reserve its space before it has loaded.
        <img
          src={thumbnail.lg}
          alt=""
          width={320}
          height={320}
          fetchPriority="high"
          className="mx-auto size-80 max-w-full object-contain"
        />
      )}
      {state === 'pending' ? (
        <Preparing poster={kind === 'video' ? thumbnail?.lg : undefined} progress={progress} />
      ) : kind === 'video' ? (
        <video {...media} playsInline poster={thumbnail?.lg} className={shown} />
      ) : (
        <audio {...media} className={shown} />
      )}
      {seconds !== null && (
        <p className="px-4 py-2.5 text-13 text-muted">
          {t('storage:viewer.media.beginning', { duration: minutesText(seconds, locale) })}
        </p>
      )}
    </div>
  )
}

const minutesText = (seconds: number, locale: string) =>
  new Intl.NumberFormat(formatLocale(locale), { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    seconds / 60,
  )

const Preparing = ({ poster, progress }: { poster: string | undefined; progress: number | null }) => {
  const t = useT()
  const { locale } = usePageContext()
  const text = t('storage:viewer.media.preparing')
  return (
    <div className={cx('relative grid place-items-center', poster ? 'aspect-video bg-black' : 'py-8')}>
      {poster && (
        <img
          src={poster}
          alt=""
          fetchPriority="high"
          className="absolute inset-0 size-full object-contain opacity-40"
        />
      )}
      <div className="relative max-w-[80%] rounded-lg border border-line bg-surface px-5 py-4 text-center">
        <Spinner label={text} className="mb-2" />
        <p aria-hidden="true" className="text-14 font-medium">
          {text}
        </p>
        <p className="mt-1 text-13 text-muted tabular-nums">
          {progress === null
            ? t('storage:viewer.media.wait')
            : new Intl.NumberFormat(formatLocale(locale), { style: 'percent' }).format(progress)}
        </p>
      </div>
    </div>
  )
}
