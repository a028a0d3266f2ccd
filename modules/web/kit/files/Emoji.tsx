import { createContext, use, useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { twemojiUrl } from './twemoji.ts'

export type EmojiType = 'twemoji' | 'native'

/** Rendering of emoji: by Twemoji images or by the device's font. */
export const EmojiTypeContext = createContext<EmojiType>('native')

export type EmojiProps = {
  char: string
  /** px */
  size: number
  className?: string
}

/** A decorative emoji. One without an image is rendered by the device's font. */
export const Emoji = (props: EmojiProps) =>
  use(EmojiTypeContext) === 'native' ? <Glyph {...props} /> : <Picture key={props.char} {...props} />

const Glyph = ({ char, size, className }: EmojiProps) => (
  <span
    aria-hidden="true"
    className={cx('inline-grid shrink-0 place-items-center leading-none', className)}
    style={{ width: size, height: size, fontSize: size * 0.8 }}
  >
    {char}
  </span>
)

const Picture = (props: EmojiProps) => {
  const { char, size, className } = props
  const [missing, setMissing] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // The image may have failed before hydration.
    const { current } = picture
    if (current?.complete && current.naturalWidth === 0) setMissing(true)
  }, [])
  if (missing) return <Glyph {...props} />
  return (
    <img
      ref={picture}
      src={twemojiUrl(char)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setMissing(true)}
      className={cx('inline-block shrink-0', className)}
    />
  )
}
