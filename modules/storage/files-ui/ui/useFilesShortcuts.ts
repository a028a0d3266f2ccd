import { type Shortcut, useShell, useShortcuts, useT } from '../../../web/ui.ts'
import type { Section } from '../../tree/ui.ts'
import { shortcutKeys } from '../client/shortcut-keys.ts'
import { focusList } from './browser/focus-list.ts'
import { openLocation, openParent } from './browser/open-item.ts'
import { useFiles } from './context.ts'
import { useExtensionActions } from './extensions/useExtensionActions.ts'
import { useExtensionLists } from './extensions/useExtensionLists.ts'
import { useCreate } from './useCreate.ts'
import { useFileActions } from './useFileActions.ts'
import { useView } from './useView.ts'

/** Whether text is selected, which the browser copies. With the focus on a row, that row was chosen since. */
const isTextSelected = ({ target }: KeyboardEvent) =>
  getSelection()?.isCollapsed === false && !(target as Element).closest('[data-index]')

/** Global keyboard shortcuts, listed in the `?` dialog. Shortcuts of a row are in browser/grid-keys.ts. */
export const useFilesShortcuts = (): void => {
  const app = useFiles()
  const { files, actions, clipboard, dialogs } = app
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const fileActions = useFileActions()
  const { preview, change } = useView()
  const added = useExtensionActions()
  const { lists } = useExtensionLists()
  const go = (section: Section) => () => openLocation(files, { section, id: null })
  const selection = () => files.current().selection
  const clearClipboardOrSelection = () => {
    if (clipboard.state.content) clipboard.clear()
    else selection().clear()
  }
  const editPath = () => dialogs.open({ name: 'path' })
  const toClipboard = (mode: 'cut' | 'copy') => (event: KeyboardEvent) =>
    !isTextSelected(event) && fileActions.toClipboard(mode)
  const make = (group: string, list: [keys: string, name: string, run: Shortcut['run']][]): Shortcut[] =>
    list.map(([keys, name, run]) => ({
      keys,
      label: t(`storage:shortcut.${name}`),
      group: t(`storage:shortcut.${group}`),
      run,
    }))

  useShortcuts([
    ...make('list', [
      ['ArrowDown', 'navigate', focusList],
      ['shift+ArrowDown', 'extend', focusList],
      ['Space', 'toggle', focusList],
      [shortcutKeys.all, 'all', () => selection().all({ everythingKnown: files.current().listing.complete() })],
      [shortcutKeys.clear, 'clear', clearClipboardOrSelection],
      [shortcutKeys.open, 'open', focusList],
      ['Backspace', 'up', () => openParent(app)],
      ['alt+ArrowUp', 'up', () => openParent(app)],
      [shortcutKeys.rename, 'rename', fileActions.rename],
      [shortcutKeys.remove, 'delete', () => void fileActions.remove()],
      [shortcutKeys.cut, 'cut', toClipboard('cut')],
      [shortcutKeys.copy, 'copy', toClipboard('copy')],
      [shortcutKeys.undo, 'undo', () => void actions.undoLast()],
      ['shift+F10', 'menu', focusList],
    ]),
    ...make('screen', [
      [shortcutKeys.upload, 'upload', create.uploadFiles],
      [shortcutKeys.newFolder, 'newFolder', create.newFolder],
      [shortcutKeys.download, 'download', () => void fileActions.download()],
      [shortcutKeys.info, 'info', () => shell.toggleDetail()],
      [shortcutKeys.view, 'view', () => change({ preview: preview === 'grid' ? 'list' : 'grid' })],
      [shortcutKeys.goFiles, 'goFiles', go('files')],
      [shortcutKeys.goRecent, 'goRecent', go('recent')],
      [shortcutKeys.goTrash, 'goTrash', go('trash')],
      [shortcutKeys.path, 'path', editPath],
      // As in the file managers of systems.
      ['mod+shift+g', 'path', editPath],
    ]),
    ...added.byKey.map((one) => ({ ...one, group: t('storage:shortcut.screen') })),
    ...lists.flatMap(({ keys, goKey, section }) =>
      keys === undefined ? [] : [{ keys, label: t(goKey), group: t('storage:shortcut.screen'), run: go(section) }],
    ),
  ])
}
