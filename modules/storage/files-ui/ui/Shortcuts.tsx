import { type Shortcut, useShell, useShortcuts, useT } from '../../../web/ui.ts'
import type { View } from '../../tree/ui.ts'
import { focusList } from './browser/focus-list.ts'
import { openParent, openPlace } from './browser/open.ts'
import { useFiles } from './context.ts'
import { useAddedActions } from './extensions/useAddedActions.ts'
import { useAddedLists } from './extensions/useAddedLists.ts'
import { useCreate } from './useCreate.ts'
import { useDeeds } from './useFileActions.ts'
import { useDisplay } from './useViewMode.ts'

/** Keys of the whole screen, listed in the `?` sheet; those of a row live with the list (browser/grid-keys.ts). */
export const Shortcuts = () => {
  const app = useFiles()
  const { files, actions, clipboard } = app
  const t = useT()
  const shell = useShell()
  const create = useCreate()
  const deeds = useDeeds()
  const { preview, setPreview } = useDisplay()
  const added = useAddedActions()
  const { lists } = useAddedLists()
  const go = (view: View) => () => openPlace(files, { view, id: null })
  const selection = () => files.current().selection
  const letGo = () => {
    if (clipboard.state.held) clipboard.letGo()
    else selection().clear()
  }
  const make = (group: string, list: [keys: string, name: string, run: (event: KeyboardEvent) => void][]): Shortcut[] =>
    list.map(([keys, name, run]) => ({
      keys,
      label: t(`storage:shortcut.${name}`),
      group: t(`storage:shortcut.${group}`),
      run,
    }))

  useShortcuts([
    ...make('list', [
      ['ArrowDown', 'walk', focusList],
      ['shift+ArrowDown', 'extend', focusList],
      ['Space', 'toggle', focusList],
      ['mod+a', 'all', () => selection().all(files.current().listing.complete())],
      ['Escape', 'clear', letGo],
      ['Enter', 'open', focusList],
      ['Backspace', 'up', () => openParent(app)],
      ['alt+ArrowUp', 'up', () => openParent(app)],
      ['F2', 'rename', deeds.rename],
      ['Delete', 'delete', () => void deeds.remove()],
      ['mod+x', 'cut', () => void deeds.hold('cut')],
      ['mod+c', 'copy', () => void deeds.hold('copy')],
      // The paste event of the browser must still come: it may bring files.
      ['mod+z', 'undo', () => void actions.undo.last()],
      ['shift+F10', 'menu', focusList],
    ]),
    ...make('screen', [
      ['u', 'upload', create.uploadFiles],
      ['n', 'newFolder', create.newFolder],
      ['d', 'download', () => void deeds.download()],
      ['i', 'info', () => shell.toggleDetail()],
      ['v', 'view', () => setPreview(preview === 'grid' ? 'list' : 'grid')],
      ['g f', 'goFiles', go('files')],
      ['g r', 'goRecent', go('recent')],
      ['g t', 'goTrash', go('trash')],
    ]),
    ...added.byKey.map((one) => ({ ...one, group: t('storage:shortcut.screen') })),
    ...lists.flatMap(({ keys, goKey, view }) =>
      keys === undefined ? [] : [{ keys, label: t(goKey), group: t('storage:shortcut.screen'), run: go(view) }],
    ),
  ])
  return null
}
