import { CornerDownRight, Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { MenuEntry } from '../../../../web/ui.ts'
import { useT } from '../../../../web/ui.ts'
import { listingSource, Viewer } from '../../../previews/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { pageSize } from '../../../tree/ui.ts'
import { download } from '../browser/open.ts'
import { useFiles } from '../context.ts'
import { ItemDetail } from '../detail/ItemDetail.tsx'
import { useAddedActions } from '../extensions/useAddedActions.ts'
import { usePlaceName } from '../usePlaceName.ts'

/** The viewer over the listing on screen, with what an owner may do to a file. */
export const FilesViewer = () => {
  const app = useFiles()
  const { files, viewer, actions, screen, api } = app
  const t = useT()
  const placeName = usePlaceName()
  const added = useAddedActions()
  const { id, item } = useSnapshot(viewer.state)
  const { popup } = useSnapshot(screen.state)
  useSnapshot(files.state)
  const opened = files.current()
  const source = useMemo(() => {
    const { listing, place, sorting } = opened
    return listingSource(listing, async (around) => {
      const page = await api.page(place, sorting, { around }, pageSize)
      listing.put(page.from, page)
    })
  }, [opened, api])
  if (!id) return null
  const target = (one: Item) => ({ kind: 'items' as const, items: [one], from: opened })
  const menu = (one: Item): MenuEntry[] => [
    ...added.ofItem(one),
    {
      id: 'rename',
      label: t('storage:menu.rename'),
      icon: Pencil,
      onSelect: () => screen.open({ name: 'rename-item', item: one }),
    },
    {
      id: 'move',
      label: t('storage:menu.move'),
      icon: CornerDownRight,
      onSelect: () => screen.open({ name: 'move', target: target(one) }),
    },
    { separator: true },
    {
      id: 'delete',
      label: t('storage:menu.delete'),
      icon: Trash2,
      danger: true,
      shortcut: 'Delete',
      onSelect: () => void actions.trash(target(one)),
    },
  ]
  return (
    <Viewer
      source={source}
      id={id}
      pageTitle={opened.root?.attributes.name ?? placeName(opened.place.view)}
      known={item as Item | null}
      // A popup over the viewer has the keys.
      quiet={popup !== null}
      onShow={(next) => {
        const index = source.indexOf(next.id)
        // The list follows: closing finds the file selected and in view.
        if (index >= 0) opened.selection.only(index)
        viewer.show(next)
      }}
      onClose={viewer.close}
      onDownload={(one) => actions.permitted('download') && download(one)}
      onRemove={(one) => void actions.trash(target(one))}
      menu={menu}
      info={(one) => <ItemDetail item={one} plain />}
      find={async (wanted) => (await api.item(wanted)).item}
    />
  )
}
