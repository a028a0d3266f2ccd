import { type SyntheticEvent, useState } from 'react'
import type { Item } from '../../../storage/contract.ts'
import { Callout, useT } from '../../../web/ui.ts'
import { previewFrameClass } from './preview-frame-class.ts'

/** The player of a film or sound that may be downloaded. Nothing is fetched before it is played: its bytes count. */
export const MediaPlayer = ({ item, url }: { item: Item; url: string }) => {
  const t = useT()
  const [failed, setFailed] = useState(false)
  const { name, kind, thumbnail } = item.attributes
  const check = (player: HTMLMediaElement | null) => {
    if (player?.error) setFailed(true)
  }
  const media = {
    src: url,
    controls: true,
    preload: 'none',
    'aria-label': name,
    // The recording may have failed before the page had its scripts.
    ref: check,
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => check(currentTarget),
  } as const
  return (
    <>
      {kind === 'video' ? (
        <video
          {...media}
          playsInline
          poster={thumbnail?.lg}
          className={`${previewFrameClass} aspect-video w-full bg-black`}
        />
      ) : (
        <audio {...media} className="mt-6 w-full" />
      )}
      {failed && (
        <Callout tone="warning" role="alert" className="mt-3">
          {t('sharing:page.notPlayed')}
        </Callout>
      )}
    </>
  )
}
