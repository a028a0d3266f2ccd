import { navigate } from 'vike/client/router'
import type { Item } from '../../../tree/contract.ts'
import { hrefOf, isFlatSection, type SectionLocation } from '../../../tree/ui.ts'
import type { FolderView } from '../../client/folder-view.ts'
import type { FilesApp } from '../context.ts'
import { parentOfOpenFolder } from '../extensions/section.ts'
import type { BrowserContext } from './browser-context.ts'

/** Starts a browser download of a URL. */
export const saveUrl = (url: string, name: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Downloads a file; items in the trash need `trashed`. */
export const downloadItem = ({ attributes: { file_url, name } }: Item, trashed = false): void => {
  if (!file_url) return
  const url = new URL(file_url, location.origin)
  url.searchParams.set('download', '1')
  if (trashed) url.searchParams.set('trashed', '1')
  saveUrl(url.href, name)
}

/** Opens the item of a row. A file in the trash is not shown: its menu opens. */
export const openRow = (
  { app, openMenu }: Pick<BrowserContext, 'app' | 'openMenu'>,
  index: number,
  row: Element,
): void => {
  const folderView = app.files.current()
  const item = folderView.listing.at(index)
  if (!item) return
  if (item.type === 'file' && folderView.location.section === 'trash') {
    folderView.selection.only(index)
    openMenu(row)
  } else openItem(app, item, folderView)
}

/** Opens a folder or shows a file. */
export const openItem = (app: FilesApp, item: Item, folderView: FolderView): void => {
  const { files, viewer, folders } = app
  if (folders.isPending(item.id)) return void openWhenCreated(app, item, folderView)
  if (item.type !== 'folder') return void viewer.open(item)
  const { location, root, path } = folderView
  const inTree = !isFlatSection(location.section)
  const next = { section: location.section === 'trash' ? ('trash' as const) : ('files' as const), id: item.id }
  const up = root ? [{ id: root.id, ...root.attributes, badges: Object.keys(root.relationships) }] : []
  files.preview(next, inTree ? { root: item, path: [...path, ...up] } : undefined)
  void navigate(hrefOf(next))
}

/** Opens a folder after the server has created it, if its parent is still shown. */
const openWhenCreated = async (app: FilesApp, folder: Item, folderView: FolderView): Promise<void> => {
  const item = await app.folders.resolved(folder)
  if (item && app.files.current() === folderView) openItem(app, folderView.listing.find(item.id) ?? item, folderView)
}

/** Navigates to a location. */
export const openLocation = (files: FilesApp['files'], location: SectionLocation): void => {
  files.preview(location)
  void navigate(hrefOf(location))
}

/** Navigates to the parent folder; does nothing at a root. */
export const openParent = ({ files, added }: FilesApp): void => {
  const folderView = files.current()
  if (folderView.location.id) openLocation(files, parentOfOpenFolder(added, folderView))
}
