import { navigate } from 'vike/client/router'
import { usePageContext } from '../../../../web/ui.ts'
import type { FoundItem } from '../../../search/contract.ts'
import { remember } from '../../../search/ui.ts'
import { hrefOf } from '../../../tree/ui.ts'
import { openItem } from '../browser/open.ts'
import { useFiles } from '../context.ts'
import type { Row } from './rows.ts'

/** ms in which a folder's first rows should have come. */
const patience = 5_000

/** What picking a line does, once the search has closed. */
export const usePick = () => {
  const app = useFiles()
  const { files } = app
  const { user } = usePageContext()

  const openFolder = ({ data, meta }: FoundItem) => {
    const place = { view: 'files' as const, id: data.id }
    files.preview(place, { root: data, path: meta.path })
    return navigate(hrefOf(place))
  }
  const open = (found: FoundItem) => {
    if (user) remember(user.id, found)
    if (found.data.type === 'folder') void openFolder(found)
    else openItem(app, found.data, files.current())
  }
  /** Goes to its folder and selects it there, when it is among the rows that come first. */
  const reveal = async ({ data, meta }: FoundItem) => {
    const parent = meta.path.at(-1)
    const place = { view: 'files' as const, id: parent?.id ?? null }
    files.preview(place)
    await navigate(hrefOf(place))
    const end = Date.now() + patience
    const look = () => {
      const { listing, selection, place: here } = files.current()
      if (here.id !== place.id || Date.now() > end) return
      const index = listing.indexOf(data.id)
      if (index >= 0) selection.only(index)
      else if (listing.state.status !== 'ready') setTimeout(look, 100)
    }
    look()
  }
  return (row: Row, inFolder: boolean): void => {
    if (row.kind === 'command') void row.command.run()
    else if (row.kind === 'user') void navigate(`/admin/user/${row.user.data.id}/details`)
    else if (row.kind === 'item') void (inFolder ? reveal(row.found) : open(row.found))
  }
}
