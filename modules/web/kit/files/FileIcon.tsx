import { cx } from '../cx.ts'
import { Emoji } from './Emoji.tsx'
import type { FileKind } from './fileKind.ts'
import { folderColor, folderEdge } from './folderColors.ts'
import { glyphs, kindColors } from './glyphs.tsx'

export type FileIconProps = {
  kind: FileKind
  /** Without the dot; drawn on the icon from 40 px. */
  extension?: string | null
  /** Folders: a name of `folderColors` or `#rrggbb`. */
  color?: string | null
  /** Folders: drawn on the folder; below 28 px alone, with a dot in the folder's color. */
  emoji?: string | null
  /** Folders: the badge of team folders and shared folders. */
  team?: boolean
  /** px */
  size?: number
  className?: string
}

/** The icon of a folder or file; decorative, as the name is shown beside it. */
export const FileIcon = (props: FileIconProps) => {
  const { kind, size = 24, className } = props
  return kind === 'folder' ? (
    <FolderIcon {...props} size={size} className={className} />
  ) : (
    <SheetIcon {...props} kind={kind} size={size} className={className} />
  )
}

const box = (size: number) => ({ width: size, height: size })

const FolderIcon = ({ color, emoji, team, size, className }: FileIconProps & { size: number }) => {
  const hue = folderColor(color)
  if (emoji && size < 28) {
    return (
      <span className={cx('relative inline-grid shrink-0', className)} style={box(size)}>
        <Emoji char={emoji} size={size} />
        {color && (
          <span
            aria-hidden="true"
            className="absolute -end-0.5 -bottom-0.5 size-2 rounded-full ring-1 ring-surface"
            style={{ background: hue, forcedColorAdjust: 'none' }}
          />
        )}
      </span>
    )
  }
  return (
    <span aria-hidden="true" className={cx('relative inline-block shrink-0', className)} style={box(size)}>
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        style={{ color: hue, stroke: folderEdge(color) }}
        strokeWidth={18 / size}
        focusable="false"
        aria-hidden="true"
      >
        <path
          fill="color-mix(in oklab, currentColor 78%, black)"
          d="M2 6.4C2 5 3 4 4.3 4h4.3c.6 0 1.2.2 1.6.7l1.1 1.2c.2.2.5.3.8.3h7.6C21 6.2 22 7.2 22 8.5V10H2z"
        />
        <path
          fill="currentColor"
          d="M2 9.4c0-.6.5-1.1 1.1-1.1h17.8c.6 0 1.1.5 1.1 1.1v8.3c0 1.3-1 2.3-2.3 2.3H4.3A2.3 2.3 0 0 1 2 17.7z"
        />
        {team && !emoji && (
          <g fill="none" style={{ stroke: 'light-dark(white, #101214)' }} strokeWidth="1.4" strokeLinecap="round">
            <circle cx="10.6" cy="12.4" r="1.5" />
            <path d="M7.8 17.4c.2-1.6 1.2-2.4 2.8-2.4s2.6.8 2.8 2.4M14.2 11.1a1.5 1.5 0 0 1 0 2.7M16.2 17.2c-.1-1-.5-1.6-1.1-2" />
          </g>
        )}
      </svg>
      {emoji && (
        <span className="absolute inset-x-0 top-[37%] flex justify-center">
          <Emoji char={emoji} size={size * 0.42} />
        </span>
      )}
    </span>
  )
}

type SheetProps = FileIconProps & { kind: Exclude<FileKind, 'folder'>; size: number }

const SheetIcon = ({ kind, extension, size, className }: SheetProps) => {
  const label = size >= 40 && extension ? extension.slice(0, 4).toUpperCase() : undefined
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      className={cx('shrink-0', className)}
      style={{ color: kindColors[kind] }}
      fill="none"
      stroke="currentColor"
      strokeWidth={size > 24 ? 36 / size : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path
        d="M6.6 2.5h7.1L19 7.8v11.6c0 1.2-.9 2.1-2.1 2.1H7.1A2.1 2.1 0 0 1 5 19.4V4.1c0-.9.7-1.6 1.6-1.6z"
        fill="color-mix(in oklab, currentColor 12%, var(--surface))"
      />
      <path d="M13.5 2.7v3.7c0 .9.7 1.6 1.6 1.6h3.7" />
      {label ? (
        <g stroke="none">
          <text
            x="12"
            y="17.4"
            textAnchor="middle"
            fontSize={label.length > 3 ? 4 : 4.6}
            fontWeight="700"
            fill="color-mix(in oklab, currentColor 75%, var(--text))"
          >
            {label}
          </text>
        </g>
      ) : (
        glyphs[kind]
      )}
    </svg>
  )
}
