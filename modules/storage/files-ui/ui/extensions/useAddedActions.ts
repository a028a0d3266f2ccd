import type { Item } from '../../../tree/contract.ts'
import { targetOf } from '../../client/selection-target.ts'
import { useFiles } from '../context.ts'
import type { AddedAction } from './types.ts'
import { useFilesTools } from './useFilesTools.ts'

export interface OfferedAction {
  id: string
  icon: AddedAction['icon']
  label: string
  /** As shown: `S`. */
  shortcut?: string
  danger: boolean
  onSelect: () => void
}

/** What other modules offer to do with the selection, or with one item besides. */
export const useAddedActions = () => {
  const { files, added, actions, folders } = useFiles()
  const tools = useFilesTools()
  const all = added.flatMap((addition) => addition.actions)

  const selected = async (): Promise<readonly Item[]> => {
    const target = await folders.settledTarget(await targetOf(files.current()))
    return target.kind === 'items' ? target.items : []
  }
  const settled = async (one: Item): Promise<readonly Item[]> => {
    const item = await folders.settled(one)
    return item ? [item] : []
  }
  const single = (): Item | null => {
    const { selection, listing } = files.current()
    if (selection.count() !== 1) return null
    return listing.known().find(({ index }) => selection.has(index))?.item ?? null
  }
  const offer = (action: AddedAction, one: Item | null): OfferedAction => ({
    id: action.id,
    icon: action.icon,
    label: tools.t(action.labelKey(one)),
    ...(action.keys ? { shortcut: action.keys } : {}),
    danger: action.danger ?? false,
    onSelect: () =>
      void (one ? settled(one) : selected()).then((items) => action.run(items, tools)).catch(actions.tell),
  })
  const offers = (one: Item | null) => {
    const { view } = files.current().place
    return all.filter((action) => action.offered(one, view)).map((action) => offer(action, one))
  }
  return {
    /** For the selection. */
    ofSelection: (): OfferedAction[] => (files.current().selection.count() > 0 ? offers(single()) : []),
    /** For one item, selected or not. */
    ofItem: (item: Item): OfferedAction[] => offers(item),
    /** By key: for the selection, else for the open folder. */
    byKey: all.flatMap((action) => {
      const { keys } = action
      if (keys === undefined) return []
      const run = () => {
        const { selection, root, place } = files.current()
        const one = selection.count() > 0 ? single() : root
        if ((one || selection.count() > 0) && action.offered(one, place.view)) offer(action, one).onSelect()
      }
      return [{ keys, label: tools.t(action.labelKey(null)), run }]
    }),
  }
}
