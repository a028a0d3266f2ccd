import { use } from 'react'
import { navigate } from 'vike/client/router'
import { usePageContext } from '../../../../web/ui.ts'
import { markOpenedFromList, viewHref } from '../../../previews/ui.ts'
import type { FoundItem } from '../../../search/contract.ts'
import { addRecent } from '../../../search/ui.ts'
import { hrefOf, type SectionLocation, sameLocation } from '../../../tree/ui.ts'
import type { LocalItem } from '../../client/local-results.ts'
import type { FilesApp } from '../context.ts'
import { sectionOfItem } from '../extensions/section.ts'
import { FilesExtensionsContext } from '../extensions/types.ts'
import type { ResultRow } from './result-rows.ts'

/** Returns the function that opens a result after the dialog has closed. `app`: null outside the files screens. */
export const useOpenResult = (app: FilesApp | null) => {
  const { user } = usePageContext()
  const added = use(FilesExtensionsContext)

  /** The folder that an item is in, or the list: a team folder is listed elsewhere than in My Files. */
  const parentOf = ({ data, meta: { path } }: FoundItem): SectionLocation => {
    const folder = path.at(-1)
    return folder ? { section: 'files', id: folder.id } : { section: sectionOfItem(added, data, path), id: null }
  }
  const openFolder = ({ data, meta }: LocalItem) => {
    const location = { section: 'files' as const, id: data.id }
    app?.files.preview(location, meta.isPartial ? undefined : { root: data, path: meta.path })
    return navigate(hrefOf(location))
  }
  const openFile = async (hit: FoundItem) => {
    const parent = parentOf(hit)
    if (app) {
      const { location: here, listing } = app.files.current()
      if (sameLocation(here, parent) || listing.find(hit.data.id)) return app.viewer.open(hit.data)
      // The viewer takes its actions and neighbors from the list behind it.
      app.files.preview(parent)
    }
    const href = viewHref(new URL(hrefOf(parent), location.href).href, hit.data.id)
    await navigate(href)
    // The viewer's close button leads back here, too.
    if (location.pathname + location.search === href) markOpenedFromList()
  }
  const open = (hit: FoundItem) => {
    if (user) addRecent(user.id, hit.data.id)
    void (hit.data.type === 'folder' ? openFolder(hit) : openFile(hit))
  }
  /** Opens the folder or list of the item and selects it there. */
  const reveal = async (hit: FoundItem) => {
    const parent = parentOf(hit)
    app?.files.preview(parent)
    await navigate(hrefOf(parent))
    // A list that cannot be loaded says so itself.
    await app?.files.reveal(parent, [hit.data.id]).catch(() => undefined)
  }
  return (row: ResultRow, inFolder: boolean): void => {
    if (row.kind === 'command') void row.command.run()
    else if (row.kind === 'user') void navigate(`/admin/user/${row.user.data.id}/details`)
    else if (row.kind === 'item') void (inFolder ? reveal(row.hit) : open(row.hit))
  }
}
