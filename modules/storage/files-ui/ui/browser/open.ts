import { navigate } from 'vike/client/router'
import type { Item } from '../../../tree/contract.ts'
import { hrefOf, isGathered, type Place } from '../../../tree/ui.ts'
import type { Opened } from '../../client/files.store.ts'
import type { FilesApp } from '../context.ts'

/** Hands an address to the browser's own download. */
export const save = (url: string, name: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Starts the download of a file; what lies in the trash says so. */
export const download = ({ attributes: { file_url, name } }: Item, trashed = false): void => {
  if (!file_url) return
  const url = new URL(file_url, location.origin)
  if (trashed) url.searchParams.set('trashed', '1')
  save(url.href, name)
}

/** A folder opens, a file is put on show; what lies in the trash can only be downloaded. */
export const openItem = (app: FilesApp, item: Item, opened: Opened): void => {
  const { files, viewer, folders } = app
  if (folders.waits(item.id)) return void openMade(app, item, opened)
  if (item.type !== 'folder') {
    if (opened.place.view !== 'trash') viewer.open(item)
    return
  }
  const { place, root, path } = opened
  const inTree = !isGathered(place.view)
  const next = { view: place.view === 'trash' ? ('trash' as const) : ('files' as const), id: item.id }
  const up = root
    ? [{ id: root.id, name: root.attributes.name, color: root.attributes.color, emoji: root.attributes.emoji }]
    : []
  files.preview(next, inTree ? { root: item, path: [...path, ...up] } : undefined)
  void navigate(hrefOf(next))
}

/** A folder that is being made opens when the server knows it, if it is still being looked at. */
const openMade = async (app: FilesApp, folder: Item, opened: Opened): Promise<void> => {
  const item = await app.folders.settled(folder)
  if (item && app.files.current() === opened) openItem(app, opened.listing.find(item.id) ?? item, opened)
}

/** Shows another place. */
export const openPlace = (files: FilesApp['files'], place: Place): void => {
  files.preview(place)
  void navigate(hrefOf(place))
}

/** One folder up; nothing at a root. */
export const openParent = ({ files }: FilesApp): void => {
  const { place, path } = files.current()
  if (!place.id) return
  openPlace(files, { view: place.view, id: path.at(-1)?.id ?? null })
}
