import { CornerDownRight, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { MenuEntry } from '../../../../web/ui.ts'
import { ErrorBoundary, usePhone, useT } from '../../../../web/ui.ts'
import { listingSource, Viewer, viewerKeys } from '../../../previews/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { apiErrorOf, pageSize } from '../../../tree/ui.ts'
import { mayEdit } from '../../client/abilities.ts'
import { downloadItem } from '../browser/open-item.ts'
import { useFiles } from '../context.ts'
import { ItemDetail } from '../detail/ItemDetail.tsx'
import { useExtensionActions } from '../extensions/useExtensionActions.ts'
import { useSectionName } from '../useSectionName.ts'

/** The action of an extension that has a button of its own. */
const primaryId = 'share'

/** The viewer for the open listing, with the owner's actions. `onNotLoaded`: the code of the viewer itself is missing. */
export const FilesViewer = ({ onNotLoaded }: { onNotLoaded?: () => void }) => {
  const app = useFiles()
  const { files, viewer, actions, dialogs, api } = app
  const t = useT()
  const isPhone = usePhone()
  const sectionName = useSectionName()
  const added = useExtensionActions()
  const { id, item } = useSnapshot(viewer.state)
  const { dialog, commentsOf } = useSnapshot(dialogs.state)
  const { waiting } = useSnapshot(dialogs.questions.state)
  useSnapshot(files.state)
  const folderView = files.current()
  const source = useMemo(() => {
    const { listing, location, sorting } = folderView
    return listingSource(listing, (around) =>
      listing.putAround(() => api.page(location, sorting, { around }, pageSize)),
    )
  }, [folderView, api])
  const { error } = useSnapshot(folderView.listing.state)
  const isFolderGone = apiErrorOf(error).status === 404
  useEffect(() => {
    if (isFolderGone) viewer.close()
  }, [isFolderGone, viewer])
  if (!id) return null
  const target = (file: Item) => ({ kind: 'items' as const, items: [file], from: folderView })
  const remove = (file: Item) => {
    const isListed = source.indexOf(file.id) >= 0
    void actions.trash(target(file))
    // Only a listed file has a neighbor that takes its place.
    if (!isListed) viewer.close()
  }
  const editing = (file: Item): MenuEntry[] => [
    {
      id: 'rename',
      label: t('storage:menu.rename'),
      icon: Pencil,
      onSelect: () => dialogs.open({ name: 'rename-item', item: file }),
    },
    {
      id: 'move',
      label: t('storage:menu.move'),
      icon: CornerDownRight,
      onSelect: () => dialogs.open({ name: 'move', target: target(file) }),
    },
    { separator: true },
    {
      id: 'delete',
      label: t('storage:menu.delete'),
      icon: Trash2,
      danger: true,
      shortcut: viewerKeys.remove[0],
      onSelect: () => remove(file),
    },
  ]
  const menu = (file: Item): MenuEntry[] => [
    ...added.ofItem(file).filter(({ id }) => id !== primaryId),
    ...(mayEdit(file, folderView) ? editing(file) : []),
  ]
  return (
    <Viewer
      source={source}
      id={id}
      pageTitle={folderView.root?.attributes.name ?? sectionName(folderView.location.section)}
      known={item as Item | null}
      // A dialog above the viewer takes the keys.
      keysDisabled={dialog !== null || waiting.length > 0}
      onShow={(next) => {
        const index = source.indexOf(next.id)
        // The row is then in view after closing. On phones a selected file would bring the bar of the selection.
        if (index >= 0) folderView.selection[isPhone ? 'focus' : 'only'](index)
        viewer.show(next)
      }}
      onClose={viewer.close}
      {...(onNotLoaded && { onNotLoaded })}
      onDownload={(file) => actions.permitted('download', file) && downloadItem(file)}
      onRemove={(file) => {
        if (mayEdit(file, folderView)) remove(file)
      }}
      primary={(file) => added.ofItem(file).find(({ id }) => id === primaryId)}
      menu={menu}
      isInfoWanted={commentsOf === id}
      info={(file) => (
        <ErrorBoundary key={file.id}>
          <ItemDetail item={file} plain />
        </ErrorBoundary>
      )}
      find={async (wanted) => (await api.item(wanted)).item}
    />
  )
}
