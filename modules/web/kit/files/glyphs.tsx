import type { ReactNode } from 'react'
import type { FileKind } from './fileKind.ts'

type SheetKind = Exclude<FileKind, 'folder'>

/** The color of each kind; the same as in the storage bar. */
export const kindColors: Record<SheetKind, string> = {
  image: 'var(--success-mark)',
  video: 'var(--danger-mark)',
  audio: 'var(--warning-mark)',
  document: 'var(--info-mark)',
  pdf: 'var(--folder-red)',
  archive: 'var(--folder-orange)',
  code: 'var(--purple-mark)',
  text: 'var(--n9)',
  other: 'var(--n9)',
}

/** Drawn in a 24 box on a sheet of 5..19 × 2..22; stroke 1.6 in the kind's color. */
export const glyphs: Record<SheetKind, ReactNode> = {
  image: (
    <>
      <circle cx="9.6" cy="11" r="1.3" fill="currentColor" stroke="none" />
      <path d="m7.6 18 3-3.4 1.7 1.7 2-2.6 2.3 4.3z" fill="currentColor" />
    </>
  ),
  video: <path d="M10 10.8v6.2l5-3.1z" fill="currentColor" />,
  audio: (
    <>
      <path d="M11 16.6v-6l4-1v5.6" />
      <circle cx="9.6" cy="16.6" r="1.5" fill="currentColor" stroke="none" />
      <circle cx="13.6" cy="15.4" r="1.5" fill="currentColor" stroke="none" />
    </>
  ),
  document: <path d="M8.5 11h7M8.5 14h7M8.5 17h4" />,
  pdf: (
    <path d="M8.2 17.3c2.7-1.3 4.2-4.6 4-7.1-.1-1-1.2-.9-1.2.1 0 2.8 2.2 5.3 4.6 5.3.9 0 .8-1.1-.2-1.1-2 0-5 .9-7.2 2.8z" />
  ),
  archive: <path d="M12 3v2M12 7v1.6M12 10.4V12M10.6 14h2.8v3.4h-2.8z" />,
  code: <path d="m10 11.4-2.4 2.8L10 17M14 11.4l2.4 2.8L14 17" />,
  text: <path d="M9 11h6M12 11v6.4" />,
  other: (
    <>
      <circle cx="9" cy="14.5" r="1" fill="currentColor" stroke="none" />
      <circle cx="12" cy="14.5" r="1" fill="currentColor" stroke="none" />
      <circle cx="15" cy="14.5" r="1" fill="currentColor" stroke="none" />
    </>
  ),
}
