import { useState } from 'react'
import { contrastRatio } from '../color.ts'
import { cx } from '../cx.ts'

export type AvatarProps = {
  /** URLs of the three sizes. */
  image?: { xs: string; sm: string; md: string } | null
  name?: string | null
  email?: string | null
  /** The user's color, `#rrggbb`. */
  color?: string | null
  /** Rendered size in px. */
  size?: number
  /** Accessible name where the name is not shown beside it; otherwise it is decorative. */
  label?: string
  className?: string
}

const hexColor = /^#[0-9a-f]{6}$/i

/** A person's picture, else the first letter of the name or email on the person's color. */
export const Avatar = ({ image, name, email, color, size = 32, label, className }: AvatarProps) => {
  const [broken, setBroken] = useState<string>()
  const source = image && (size >= 52 ? image.md : size > 32 ? image.sm : image.xs)
  const shape = cx(
    'inline-grid shrink-0 place-items-center overflow-hidden font-semibold uppercase select-none',
    size > 32 ? 'rounded-lg' : 'rounded-md',
    className,
  )
  const box = { width: size, height: size }
  if (source && source !== broken) {
    return (
      <img
        src={source}
        alt={label ?? ''}
        width={size}
        height={size}
        style={box}
        className={cx(shape, 'object-cover')}
        onError={() => setBroken(source)}
      />
    )
  }
  const background = color && hexColor.test(color) ? color : undefined
  const foreground = background && (contrastRatio(background, '#ffffff') >= 4.5 ? '#ffffff' : '#101214')
  const letter = [...(name?.trim() || email?.trim() || '?')][0]
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the label comes with the role
    <span
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      data-edge
      className={cx(shape, !background && 'bg-n6 text-text')}
      style={{
        ...box,
        backgroundColor: background,
        color: foreground,
        fontSize: Math.round(Math.max(10, size * 0.42)),
      }}
    >
      {letter}
    </span>
  )
}
