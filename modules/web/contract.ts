export {
  defaultPrefs,
  type FolderView,
  folderView,
  type Prefs,
  parsePrefs,
  prefsCookie,
  serializePrefs,
} from './client/prefs.ts'
export { rowsOf } from './emoji/emoji-rows.ts'
export { type FolderColor, folderColors } from './kit/files/folderColors.ts'
export { twemojiBase, twemojiUrl } from './kit/files/twemoji.ts'

/** Where forms of pages without scripts send the wished language or theme. */
export const lookPath = '/look'
