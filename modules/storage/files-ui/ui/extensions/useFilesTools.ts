import { useMemo } from 'react'
import { useFeedback, useLatest, useT } from '../../../../web/ui.ts'
import { sameLocation } from '../../../tree/ui.ts'
import { removeFromViews } from '../../client/remove-from-views.ts'
import { announceIfUnknown } from '../announce-if-unknown.ts'
import { openLocation } from '../browser/open-item.ts'
import { type FilesApp, useFiles } from '../context.ts'
import type { FilesTools } from './types.ts'

type ScreenActions = Omit<FilesTools, 'feedback' | 't'>

const screenActionsOf = ({ api, files, sidebar, dialogs, actions }: FilesApp): ScreenActions => ({
  open: (dialog, item) => dialogs.open({ name: 'extension', dialog, item }),
  load: api.item,
  setRelationship(id, relationship, value) {
    sidebar.tree.setBadge(id, relationship, value !== undefined)
    for (const folderView of files.all()) {
      const shown = folderView.listing.find(id) ?? (folderView.root?.id === id ? folderView.root : undefined)
      if (!shown) continue
      const item = { ...shown, relationships: { ...shown.relationships, [relationship]: value } }
      folderView.listing.edit(item)
      if (folderView.root?.id === id) folderView.root = item
      folderView.listing.state.version += 1
    }
  },
  removeRows(section, ids) {
    const lists = files.all().filter(({ location }) => location.section === section)
    for (const { listing, selection } of lists) {
      listing.invalidate()
      selection.clear()
    }
    return removeFromViews(lists, ids)
  },
  openList(section) {
    const list = { section, id: null }
    if (!sameLocation(files.current().location, list)) openLocation(files, list)
  },
  showError(error, retry) {
    announceIfUnknown(error)
    actions.showError(error, retry)
  },
  permitted: actions.permitted,
})

/** The tools that extensions get. */
export const useFilesTools = (): FilesTools => {
  const app = useFiles()
  const feedback = useFeedback()
  const t = useT()
  const translate = useLatest(t)
  return useMemo(
    () => ({ ...screenActionsOf(app), feedback, t: (key, values) => translate.current(key, values) }),
    [app, feedback],
  )
}
