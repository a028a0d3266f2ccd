import { createContext, use, useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { twemojiUrl } from './twemoji.ts'

export type EmojiType = 'twemoji' | 'native'

/** How emoji are drawn: by our pictures, or by the font of the device. */
export const EmojiTypeContext = createContext<EmojiType>('native')

export type EmojiProps = {
  char: string
  /** px */
  size: number
  className?: string
}

/** An emoji as decoration: its meaning stands beside it. One that has no picture yet is drawn by the device's font. */
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
    // It may have failed before the page came to life.
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
