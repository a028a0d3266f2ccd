/**
 * Keys of the files screen, for `ui/useFilesShortcuts.ts`, which binds them, and for menus and bars, which show them.
 * `ui/browser/grid-keys.ts` binds the keys of the focused row.
 */
export const shortcutKeys = {
  all: 'mod+a',
  clear: 'Escape',
  open: 'Enter',
  rename: 'F2',
  remove: 'Delete',
  cut: 'mod+x',
  copy: 'mod+c',
  /** Not bound: the browser's paste event must arrive, as it may carry files. */
  paste: 'mod+v',
  undo: 'mod+z',
  upload: 'u',
  newFolder: 'n',
  download: 'd',
  info: 'i',
  view: 'v',
  goFiles: 'g f',
  goRecent: 'g r',
  goTrash: 'g t',
  path: 'g p',
} as const
