export { readStorage, writeStorage } from './client/browser-storage.ts'
export {
  defaultPrefs,
  type Prefs,
  parsePrefs,
  prefsCookie,
  serializePrefs,
  visitorPrefs,
} from './client/prefs.ts'
export { toEmojiRows } from './emoji/emoji-rows.ts'
export { formatBytes, formatDate } from './i18n/format.ts'
export { supportedZone } from './i18n/known-zone.ts'
export { nameUtc } from './i18n/name-utc.ts'
export { type FileKind, fileKind } from './kit/files/fileKind.ts'
export { folderColors } from './kit/files/folderColors.ts'
export { twemojiBase, twemojiUrl } from './kit/files/twemoji.ts'

export { digitOf } from './shell/shortcuts/digits.ts'
export { keyOfPress } from './shell/shortcuts/keys.ts'
export { codeBlockClass, type TextNode, type TextTag } from './text/text-tree.ts'

/** Path at which the installed app receives files that are shared to it (W3C Web Share Target). */
export const shareTargetPath = '/share-target/files'

/** Path to which the forms that work without scripts post the language or theme. */
export const appearancePath = '/appearance'

/** A path without the language that its query asks for (`?lang=de`), which a language chosen on the page replaces. */
export const withoutLanguage = (path: string): string =>
  path.replace(/([?&])(lang=[^&]*(&|$))+/g, '$1').replace(/[?&]$/, '')
