import { CloudUpload, FolderOpen, FolderPlus, FolderUp } from 'lucide-react'
import { use, useEffect, useMemo, useState } from 'react'
import { InDialog, type MenuEntry, MenuPanel, MenuSheet, usePhone, useT } from '../../../../web/ui.ts'
import { type SectionLocation, sameLocation } from '../../../tree/ui.ts'
import { useUploads } from '../../../uploads/ui.ts'
import { isForeign, mayCreateIn } from '../../client/abilities.ts'
import { openLocation } from '../browser/open-item.ts'
import { useFiles } from '../context.ts'
import { joinMenuGroups } from '../menu-groups.ts'
import { type OtherFolder, useOtherFolderMenu } from '../useOtherFolderMenu.ts'
import { useRestriction } from '../useRestriction.ts'
import type { MenuRequest } from './useMenuRequest.ts'

interface LoadedFolder extends OtherFolder {
  request: MenuRequest
}

/** The menu of a folder of the tree. It opens when the folder is loaded: what may be done with it is not in the tree. */
export const TreeMenu = ({ request }: { request: MenuRequest | null }) => {
  const { api, files, actions } = useFiles()
  const [folder, setFolder] = useState<LoadedFolder | null>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!request) return
    const stop = new AbortController()
    const load = async () => {
      const id = request.node.dataset.id ?? ''
      const { item, path } = await api.item(id, stop.signal)
      const location: SectionLocation = { section: 'files', id }
      files.prefetch(location)
      const from = files.all().find((view) => sameLocation(view.location, location))
      if (!from) return
      if (!from.root) Object.assign(from, { root: item, path })
      setFolder({ item, from, request })
      setOpen(true)
    }
    load().catch((error: unknown) => stop.signal.aborted || actions.showError(error))
    return () => stop.abort()
  }, [request, api, files, actions])
  return folder && <Loaded folder={folder} open={open} onOpenChange={setOpen} />
}

interface LoadedProps {
  folder: LoadedFolder
  open: boolean
  onOpenChange: (open: boolean) => void
}

const Loaded = ({ folder, open, onOpenChange }: LoadedProps) => {
  const { files, dialogs, actions } = useFiles()
  const t = useT()
  const phone = usePhone()
  const modal = use(InDialog)
  const uploads = useUploads()
  const restriction = useRestriction()
  const menu = useOtherFolderMenu(folder)
  const { item, from, request } = folder
  const { name } = item.attributes
  const opener = useMemo(() => ({ current: request.node }), [request])
  const anchor = useMemo(() => {
    const { node, x, y } = request
    return {
      current: {
        getBoundingClientRect: () => new DOMRect(x, y),
        focus: () => node.focus({ preventScroll: true }),
      },
    }
  }, [request])
  const target = { id: item.id, name, isForeign: isForeign(item) }
  const creates: MenuEntry[] = [
    {
      id: 'new-folder',
      label: t('storage:menu.newFolder'),
      icon: FolderPlus,
      ...restriction('create-folder', item),
      onSelect: () => actions.permitted('create-folder', item) && dialogs.open({ name: 'create-folder', parent: item }),
    },
    {
      id: 'upload-files',
      label: t('storage:menu.uploadFiles'),
      icon: CloudUpload,
      ...restriction('upload', item),
      onSelect: () => actions.permitted('upload', item) && uploads.pickFiles(target),
    },
    {
      id: 'upload-folder',
      label: t('storage:menu.uploadFolder'),
      icon: FolderUp,
      ...restriction('upload', item),
      onSelect: () => actions.permitted('upload', item) && uploads.pickFolder(target),
    },
  ]
  const openEntry: MenuEntry = {
    id: 'open',
    label: t('storage:menu.open'),
    icon: FolderOpen,
    onSelect: () => openLocation(files, from.location),
  }
  const items = () => [
    ...joinMenuGroups([openEntry], mayCreateIn({ root: item }) ? creates : []),
    { separator: true as const },
    ...menu(),
  ]
  return phone ? (
    <MenuSheet title={name} items={items} open={open} onOpenChange={onOpenChange} />
  ) : (
    <MenuPanel
      label={name}
      items={items}
      open={open}
      opener={opener}
      anchor={anchor}
      modal={modal}
      side="right"
      align="start"
      gap={2}
      onOpenChange={onOpenChange}
    />
  )
}
