import { navigate } from 'vike/client/router'
import { usePageContext } from '../../../../web/ui.ts'
import { markOpened, viewHref } from '../../../previews/ui.ts'
import type { FoundItem } from '../../../search/contract.ts'
import { addRecent } from '../../../search/ui.ts'
import { hrefOf } from '../../../tree/ui.ts'
import type { LocalItem } from '../../client/spotlight-local.ts'
import type { FilesApp } from '../context.ts'
import type { Row } from './rows.ts'

/** Maximum ms to wait for the first rows of a folder. */
const revealTimeoutMs = 5_000

/** Returns the function that opens a result after the dialog has closed. `app`: null outside the files screens. */
export const useOpenResult = (app: FilesApp | null) => {
  const { user } = usePageContext()

  const parentHref = ({ meta }: FoundItem) => hrefOf({ section: 'files', id: meta.path.at(-1)?.id ?? null })
  const openFolder = ({ data, meta }: LocalItem) => {
    const location = { section: 'files' as const, id: data.id }
    app?.files.preview(location, meta.isPartial ? undefined : { root: data, path: meta.path })
    return navigate(hrefOf(location))
  }
  const openFile = async (found: FoundItem) => {
    if (app) return app.viewer.open(found.data)
    const href = viewHref(new URL(parentHref(found), location.href).href, found.data.id)
    await navigate(href)
    // The viewer's close button leads back here, too.
    if (location.pathname + location.search === href) markOpened()
  }
  const open = (found: FoundItem) => {
    if (user) addRecent(user.id, found)
    void (found.data.type === 'folder' ? openFolder(found) : openFile(found))
  }
  /** Opens the parent folder and selects the item if it is among the first rows. */
  const reveal = async (found: FoundItem) => {
    if (!app) return navigate(parentHref(found))
    const { files } = app
    const { data, meta } = found
    const location = { section: 'files' as const, id: meta.path.at(-1)?.id ?? null }
    files.preview(location)
    await navigate(hrefOf(location))
    const end = Date.now() + revealTimeoutMs
    const selectWhenLoaded = () => {
      const { listing, selection, location: here } = files.current()
      if (here.id !== location.id || Date.now() > end) return
      const index = listing.indexOf(data.id)
      if (index >= 0) selection.only(index)
      else if (listing.state.status !== 'ready') setTimeout(selectWhenLoaded, 100)
    }
    selectWhenLoaded()
  }
  return (row: Row, inFolder: boolean): void => {
    if (row.kind === 'command') void row.command.run()
    else if (row.kind === 'user') void navigate(`/admin/user/${row.user.data.id}/details`)
    else if (row.kind === 'item') void (inFolder ? reveal(row.found) : open(row.found))
  }
}
