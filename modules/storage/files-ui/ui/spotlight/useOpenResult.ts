import { navigate } from 'vike/client/router'
import { usePageContext } from '../../../../web/ui.ts'
import type { FoundItem } from '../../../search/contract.ts'
import { addRecent } from '../../../search/ui.ts'
import { hrefOf } from '../../../tree/ui.ts'
import type { LocalItem } from '../../client/spotlight-local.ts'
import { openItem } from '../browser/open.ts'
import { useFiles } from '../context.ts'
import type { Row } from './rows.ts'

/** Maximum ms to wait for the first rows of a folder. */
const revealTimeoutMs = 5_000

/** Opens a result after the dialog has closed. */
export const useOpenResult = () => {
  const app = useFiles()
  const { files } = app
  const { user } = usePageContext()

  const openFolder = ({ data, meta }: LocalItem) => {
    const location = { section: 'files' as const, id: data.id }
    files.preview(location, meta.isPartial ? undefined : { root: data, path: meta.path })
    return navigate(hrefOf(location))
  }
  const open = (found: FoundItem) => {
    if (user) addRecent(user.id, found)
    if (found.data.type === 'folder') void openFolder(found)
    else openItem(app, found.data, files.current())
  }
  /** Opens the parent folder and selects the item if it is among the first rows. */
  const reveal = async ({ data, meta }: FoundItem) => {
    const parent = meta.path.at(-1)
    const location = { section: 'files' as const, id: parent?.id ?? null }
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
