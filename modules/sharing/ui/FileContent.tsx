import type { MouseEvent } from 'react'
import type { Item } from '../../storage/contract.ts'
import { Callout, formatBytes, usePageContext, useT } from '../../web/ui.ts'
import type { TextBeginning } from '../server/share-pages.ts'

interface FileContentProps {
  item: Item
  text: TextBeginning | null
  download: boolean
  /** Opens the viewer. */
  onView: (event: MouseEvent<HTMLAnchorElement>) => void
}

const frame = 'mt-8 block overflow-hidden rounded-lg border border-line bg-sunken'

/** The file itself, as far as HTML can show it before any script: picture or cover, player, first pages of a text. */
export const FileContent = ({ item, text, download, onView }: FileContentProps) => {
  const t = useT()
  const { locale } = usePageContext()
  const { name, thumbnail, kind, file_url: url } = item.attributes
  // Nothing of a recording is fetched before it is played: its bytes count as a download.
  const media = download && url ? { src: url, controls: true, preload: 'none', 'aria-label': name } : null
  if (kind === 'video' && media)
    return <video {...media} playsInline poster={thumbnail?.lg} className={`${frame} aspect-video w-full bg-black`} />
  if (text)
    return (
      <section aria-label={t('sharing:page.preview', { name })} className={`${frame} bg-surface`}>
        {text.shown < text.total && (
          <p className="border-b border-line px-4 py-2.5 text-13 text-muted">
            {t('sharing:page.beginning', {
              shown: formatBytes(text.shown, locale),
              total: formatBytes(text.total, locale),
            })}
          </p>
        )}
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard
          tabIndex={0}
          dir="auto"
          className="max-h-[70vh] overflow-auto px-4 py-4 font-mono text-13 leading-6 break-words whitespace-pre-wrap"
        >
          {text.text}
        </pre>
      </section>
    )
  return (
    <>
      {thumbnail && (
        <a href={(download && url) || thumbnail.xl} data-vike="false" onClick={onView} className={frame}>
          <img
            src={thumbnail.lg}
            srcSet={`${thumbnail.lg} 1x, ${thumbnail.xl} 2x`}
            alt={t('sharing:page.preview', { name })}
            fetchPriority="high"
            className="mx-auto max-h-[60vh] w-full object-contain"
          />
        </a>
      )}
      {kind === 'audio' && media && <audio {...media} className="mt-6 w-full" />}
      {!download && !thumbnail && <Callout className="mt-6">{t('sharing:page.noPreview')}</Callout>}
    </>
  )
}
