import { useShell } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { isTopFolder } from '../../client/abilities.ts'
import type { FolderView } from '../../client/folder-view.ts'
import { selectionTarget } from '../../client/selection-target.ts'
import { useFiles } from '../context.ts'
import type { ExtensionAction } from './types.ts'
import { useFilesTools } from './useFilesTools.ts'

interface ExtensionMenuAction {
  id: string
  icon: ExtensionAction['icon']
  label: string
  /** The keys that always work: `alt+s`. */
  shortcut?: string
  danger: boolean
  onSelect: () => void
  /** For one item only, and several are selected: it keeps its place in a bar, so that no other action moves there. */
  disabled?: true
}

/** Whether an action is offered: owners share their items; members of a team folder do not share its owner's items. */
const isOffered = (action: ExtensionAction, item: Item | null, folderView: FolderView): boolean =>
  (action.forOthersItems || item?.attributes.access === undefined) &&
  action.offered(item, folderView.location.section, item !== null && isTopFolder(item, folderView))

/** Actions of extensions for the selection or a single item. */
export const useExtensionActions = () => {
  const { files, added, actions, folders } = useFiles()
  const tools = useFilesTools()
  const { shortcuts } = useShell()
  const all = added.flatMap((addition) => addition.actions)

  const selected = async (): Promise<readonly Item[]> => {
    const target = await folders.resolvedTarget(await selectionTarget(files.current()))
    return target.kind === 'items' ? target.items : []
  }
  const resolved = async (item: Item): Promise<readonly Item[]> => {
    const created = await folders.resolved(item)
    return created ? [created] : []
  }
  const single = (): Item | null => {
    const { selection, listing } = files.current()
    if (selection.count() !== 1) return null
    return listing.known().find(({ index }) => selection.has(index))?.item ?? null
  }
  /** Actions that each of several selected items has by itself, but not together. */
  const ofOneOnly = (): ExtensionMenuAction[] => {
    const folderView = files.current()
    const { selection, listing } = folderView
    const first = selection.count() > 1 ? listing.known().find(({ index }) => selection.has(index))?.item : undefined
    if (!first) return []
    return all
      .filter((action) => isOffered(action, first, folderView) && !isOffered(action, null, folderView))
      .map((action) => ({ ...offer(action, null), disabled: true as const }))
  }
  const offer = (action: ExtensionAction, item: Item | null): ExtensionMenuAction => ({
    id: action.id,
    icon: action.icon,
    label: tools.t(action.labelKey(item)),
    ...(action.keys ? { shortcut: shortcuts.shown(action.keys) } : {}),
    danger: action.danger ?? false,
    onSelect: () =>
      void (item ? resolved(item) : selected()).then((items) => action.run(items, tools)).catch(actions.showError),
  })
  const offers = (item: Item | null, from = files.current()) =>
    all.filter((action) => isOffered(action, item, from)).map((action) => offer(action, item))
  return {
    /** Actions for the selection. */
    ofSelection: (): ExtensionMenuAction[] => (files.current().selection.count() > 0 ? offers(single()) : []),
    ofOneOnly,
    /** Actions for one item, selected or not. `from`: the view it is taken from; by default the open one. */
    ofItem: (item: Item, from?: FolderView): ExtensionMenuAction[] => offers(item, from),
    /** Shortcuts: for the selection, else for the open folder. */
    byKey: all.flatMap((action) => {
      const { keys } = action
      if (keys === undefined) return []
      const run = () => {
        const folderView = files.current()
        const isSelected = folderView.selection.count() > 0
        const item = isSelected ? single() : folderView.root
        if ((item || isSelected) && isOffered(action, item, folderView)) offer(action, item).onSelect()
      }
      return [{ keys, label: tools.t(action.labelKey(null)), run }]
    }),
  }
}
