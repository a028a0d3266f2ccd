import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Emoji } from './Emoji.tsx'
import type { FileKind } from './fileKind.ts'
import { folderColor, folderEdge } from './folderColors.ts'
import { kindColors, type SheetKind } from './glyphs.ts'

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

/** The icon of a folder or file, from the document's sprite; decorative, as the name is shown beside it. */
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
  if (!emoji && !team)
    return <FolderShape color={color} size={size} className={cx('inline-block shrink-0', className)} />
  return (
    <span aria-hidden="true" className={cx('relative inline-block shrink-0', className)} style={box(size)}>
      <FolderShape color={color} size={size}>
        {team && !emoji && (
          <g fill="none" className="stroke-white dark:stroke-[#101214]" strokeWidth="1.4" strokeLinecap="round">
            <circle cx="10.6" cy="12.4" r="1.5" />
            <path d="M7.8 17.4c.2-1.6 1.2-2.4 2.8-2.4s2.6.8 2.8 2.4M14.2 11.1a1.5 1.5 0 0 1 0 2.7M16.2 17.2c-.1-1-.5-1.6-1.1-2" />
          </g>
        )}
      </FolderShape>
      {emoji && (
        <span className="absolute inset-x-0 top-[37%] flex justify-center">
          <Emoji char={emoji} size={size * 0.42} />
        </span>
      )}
    </span>
  )
}

type FolderShapeProps = { color?: string | null; size: number; className?: string; children?: ReactNode }

const FolderShape = ({ color, size, className, children }: FolderShapeProps) => (
  <svg
    viewBox={children ? '0 0 24 24' : undefined}
    width={size}
    height={size}
    color={folderColor(color)}
    stroke={folderEdge(color)}
    strokeWidth={18 / size}
    className={className}
    aria-hidden="true"
  >
    <use href="#file-folder" />
    {children}
  </svg>
)

/** px; of the class `file-icon`. */
const rowSize = 24

type SheetProps = FileIconProps & { kind: SheetKind; size: number }

const SheetIcon = ({ kind, extension, size, className }: SheetProps) => {
  const label = size >= 40 && extension ? extension.slice(0, 4).toUpperCase() : undefined
  // A list has hundreds of these.
  if (size === rowSize) {
    return (
      <svg className={cx('file-icon', className)} aria-hidden="true">
        <use href={`#file-${kind}`} />
      </svg>
    )
  }
  return (
    <svg
      viewBox={label && '0 0 24 24'}
      width={size}
      height={size}
      color={label && kindColors[kind]}
      strokeWidth={size > 24 ? 36 / size : 1.5}
      className={cx('shrink-0', className)}
      aria-hidden="true"
    >
      <use href={`#file-${label ? 'sheet' : kind}`} />
      {label && (
        <text
          x="12"
          y="17.4"
          textAnchor="middle"
          fontSize={label.length > 3 ? 4 : 4.6}
          fontWeight="700"
          fill="color-mix(in oklab, currentColor 75%, var(--text))"
          stroke="none"
        >
          {label}
        </text>
      )}
    </svg>
  )
}
