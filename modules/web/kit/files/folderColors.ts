/** The palette of folders: names are stored and sent, the colors are tokens (`--folder-<name>`). */
export const folderColors = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
] as const

/** CSS color of a folder: a palette name, a `#rrggbb` of older data, or the brand's fill as on a solid button. */
export const folderColor = (color: string | null | undefined): string => {
  if (folderColors.some((name) => name === color)) return `var(--folder-${color})`
  return color && /^#[0-9a-f]{6}$/i.test(color) ? color : 'var(--brand-solid)'
}

/** The outline of a folder: the brand's fill and yellow may be as bright as the page and need one. */
export const folderEdge = (color: string | null | undefined): string => {
  if (color === 'yellow') return 'var(--folder-yellow-edge)'
  return folderColor(color) === 'var(--brand-solid)' ? 'var(--brand-edge)' : 'none'
}
