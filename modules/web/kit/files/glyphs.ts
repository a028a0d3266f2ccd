import type { FileKind } from './fileKind.ts'

export type SheetKind = Exclude<FileKind, 'folder'>

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

const solid = 'fill="currentColor" stroke="none"'

/** SVG elements, drawn in a 24 box on a sheet of 5..19 × 2..22; stroke in the kind's color. */
const glyphs: Record<SheetKind, string> = {
  image: `<circle cx="9.6" cy="11" r="1.3" ${solid}/><path d="m7.6 18 3-3.4 1.7 1.7 2-2.6 2.3 4.3z" fill="currentColor"/>`,
  video: '<path d="M10 10.8v6.2l5-3.1z" fill="currentColor"/>',
  audio: `<path d="M11 16.6v-6l4-1v5.6"/><circle cx="9.6" cy="16.6" r="1.5" ${solid}/><circle cx="13.6" cy="15.4" r="1.5" ${solid}/>`,
  document: '<path d="M8.5 11h7M8.5 14h7M8.5 17h4"/>',
  pdf: '<path d="M8.2 17.3c2.7-1.3 4.2-4.6 4-7.1-.1-1-1.2-.9-1.2.1 0 2.8 2.2 5.3 4.6 5.3.9 0 .8-1.1-.2-1.1-2 0-5 .9-7.2 2.8z"/>',
  archive: '<path d="M12 3v2M12 7v1.6M12 10.4V12M10.6 14h2.8v3.4h-2.8z"/>',
  code: '<path d="m10 11.4-2.4 2.8L10 17M14 11.4l2.4 2.8L14 17"/>',
  text: '<path d="M9 11h6M12 11v6.4"/>',
  other: [9, 12, 15].map((x) => `<circle cx="${x}" cy="14.5" r="1" ${solid}/>`).join(''),
}

/** Shared by the sheets of all kinds. */
const sheetShape =
  '<g id="file-shape"><path d="M6.6 2.5h7.1L19 7.8v11.6c0 1.2-.9 2.1-2.1 2.1H7.1A2.1 2.1 0 0 1 5 19.4V4.1c0-.9.7-1.6 1.6-1.6z" fill="color-mix(in oklab, currentColor 12%, var(--surface))"/><path d="M13.5 2.7v3.7c0 .9.7 1.6 1.6 1.6h3.7"/></g>'
const sheet = '<use href="#file-shape"/>'

const folder =
  '<path fill="color-mix(in oklab, currentColor 78%, black)" d="M2 6.4C2 5 3 4 4.3 4h4.3c.6 0 1.2.2 1.6.7l1.1 1.2c.2.2.5.3.8.3h7.6C21 6.2 22 7.2 22 8.5V10H2z"/><path fill="currentColor" d="M2 9.4c0-.6.5-1.1 1.1-1.1h17.8c.6 0 1.1.5 1.1 1.1v8.3c0 1.3-1 2.3-2.3 2.3H4.3A2.3 2.3 0 0 1 2 17.7z"/>'

const symbol = (name: string, content: string, attributes = '') =>
  `<symbol id="file-${name}" viewBox="0 0 24 24"${attributes}>${content}</symbol>`

const pen = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'

/** Shapes shared by the symbols of all kinds; they come before the symbols. */
export const sharedIconShapes = `<defs>${sheetShape}</defs>`

/** The symbols that file icons refer to, by `<kind>` of `file-<kind>`; `sheet`: without a glyph, in the color around it. */
export const fileIconSymbols: Readonly<Record<string, string>> = Object.fromEntries([
  ['folder', symbol('folder', folder)],
  ['sheet', symbol('sheet', sheet, pen)],
  ...Object.entries(glyphs).map(([kind, glyph]) => [
    kind,
    symbol(kind, sheet + glyph, `${pen} color="${kindColors[kind as SheetKind]}"`),
  ]),
])
