import { maxOfflineRows } from '../../../offline/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { changedAt, hrefOf, pageSize } from '../../../tree/ui.ts'
import type { FolderView } from '../../client/folder-view.ts'
import { useRowTexts } from '../browser/row-texts.ts'
import { useSectionName } from '../useSectionName.ts'

/** The first rows of a view, up to one that is not loaded, or on a later page that others may have changed since. */
const firstRows = ({ listing }: FolderView): Item[] => {
  const items: Item[] = []
  for (let item = listing.at(0); item && items.length < maxOfflineRows; item = listing.at(items.length)) {
    if (items.length >= pageSize && !listing.isFresh(items.length)) break
    items.push(item)
  }
  return items
}

const pathOf = (id: string) => hrefOf({ section: 'files', id })

/** Returns a function that describes an open folder as it is kept for offline use. */
export const useOfflineFolder = () => {
  const texts = useRowTexts()
  const sectionName = useSectionName()
  return (view: FolderView, at: number) => {
    const { location, sorting, root, path, listing } = view
    const items = firstRows(view)
    const section = { name: sectionName(location.section), path: hrefOf({ ...location, id: null }) }
    // Folders of other accounts are not below the own files.
    const above = location.id === null || root?.attributes.access ? [] : [section]
    return {
      path: hrefOf(location),
      name: root?.attributes.name ?? section.name,
      at,
      sorting: { ...sorting },
      total: listing.state.total,
      root,
      parents: path,
      items,
      rows: items.map((item) => ({
        name: item.attributes.name,
        path: item.type === 'folder' ? pathOf(item.id) : null,
        thumbnail: item.attributes.thumbnail?.xs ?? null,
        texts: [texts.amount(item), texts.exact(changedAt(item))],
      })),
      crumbs: [...above, ...path.map(({ id, name }) => ({ name, path: pathOf(id) }))],
    }
  }
}
