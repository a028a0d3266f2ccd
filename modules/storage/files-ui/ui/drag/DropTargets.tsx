import { useEffect, useState } from 'react'
import { useLatest } from '../../../../web/ui.ts'
import { DropOverlay, pastedFiles, useUploads } from '../../../uploads/ui.ts'
import { mayBeFavorite, mayCreateIn } from '../../client/abilities.ts'
import type { TargetFolder } from '../../client/actions.ts'
import { isAllowed } from '../../client/destination-rules.ts'
import { scopeRootOfFolder } from '../../client/scope-root.ts'
import { targetIds } from '../../client/selection-target.ts'
import { openItem, openLocation } from '../browser/open-item.ts'
import { useFiles } from '../context.ts'
import { useUploadTarget } from '../useCreate.ts'
import { useFileActions } from '../useFileActions.ts'
import { createDragMenu, dragMenuOf } from './drag-menu.ts'
import { createEdgeScroll } from './edge-scroll.ts'
import { createHoverExpand } from './hover-expand.ts'

type DropTarget =
  | { element: HTMLElement; kind: 'folder'; to: TargetFolder }
  | { element: HTMLElement; kind: 'favorites' | 'trash' }

const dropTargetOf = (target: EventTarget | null): DropTarget | null => {
  const element =
    target instanceof Element
      ? target.closest<HTMLElement>('[data-drop], [data-drop-favorites], [data-drop-trash]')
      : null
  if (!element) return null
  const { drop, dropName = '' } = element.dataset
  if (drop !== undefined) return { element, kind: 'folder', to: drop === '' ? null : { id: drop, name: dropName } }
  return { element, kind: element.hasAttribute('data-drop-trash') ? 'trash' : 'favorites' }
}
/** The folder that expands when hovered during a drag: a row, breadcrumb or tree node. */
const expandableOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-drop]') : null

const bringsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false

/**
 * Window-wide drop handling: items onto folders, tree, breadcrumbs, favorites and trash; files from the desktop into
 * the folder under the pointer, else into the open one, which an overlay names. Pasted files go to the open folder.
 */
export const DropTargets = () => {
  const app = useFiles()
  const { files, sidebar, drag, actions } = app
  const uploads = useUploads()
  const targetOf = useUploadTarget()
  const [over, setOver] = useState<string | null>(null)
  const latest = useFileActions()
  const fileActions = useLatest(latest)

  useEffect(() => {
    let highlighted: HTMLElement | null = null
    const list = () => document.querySelector<HTMLElement>('[data-view]')
    const edge = createEdgeScroll(list)
    const menu = createDragMenu()
    const hoverExpand = createHoverExpand((element) => {
      if (element === dragMenuOf(element)) return menu.open(element)
      const id = element.dataset.drop || null
      // Tree nodes expand, so that the list keeps showing the source.
      if (id && element.closest('[role=tree]')) return sidebar.tree.expand(id)
      const folderView = files.current()
      const row = id && element.closest('[data-view]') ? folderView.listing.find(id) : undefined
      // A row's folder accepts the drop before its content has loaded.
      if (row) openItem(app, row, folderView)
      else openLocation(files, { section: 'files', id })
    })
    /** The open folder accepts items from elsewhere that are dropped next to its rows. */
    const openFolderTarget = (target: EventTarget | null): DropTarget | null => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-view=files]') : null
      const { root, location } = files.current()
      if (!element || (location.id !== null && !root) || !mayCreateIn(files.current())) return null
      return { element, kind: 'folder', to: root ? { id: root.id, name: root.attributes.name } : null }
    }
    let leaving: ReturnType<typeof setTimeout> | undefined
    const highlight = (element: HTMLElement | null) => {
      if (highlighted === element) return
      highlighted?.removeAttribute('data-over')
      element?.setAttribute('data-over', '')
      highlighted = element
    }
    const accepts = (dropTarget: DropTarget | null): boolean => {
      const dragged = drag.target()
      if (!dropTarget || !dragged) return false
      if (dropTarget.kind === 'folder') return isAllowed(app, 'cut', dragged, dropTarget.to)
      if (dropTarget.kind === 'trash') return dragged.from.location.section !== 'trash'
      return dragged.kind === 'items' && dragged.items.some(mayBeFavorite)
    }
    /** Neither the open folder nor a dragged one expands. */
    const opens = ({ dataset: { drop } }: HTMLElement): boolean => {
      const dragged = drag.target()
      const { location } = files.current()
      if (location.section === 'files' && location.id === (drop || null)) return false
      return !(drop && dragged && targetIds(dragged).has(drop))
    }
    /** Whether files may be dropped next to the rows. */
    const mayUpload = () => files.current().location.section !== 'trash' && mayCreateIn(files.current())
    const uploadTargetOf = (dropTarget: DropTarget | null) => {
      const target = targetOf(dropTarget?.kind === 'folder' ? dropTarget.to : undefined)
      return { ...target, isForeign: scopeRootOfFolder(target.id, files.current(), sidebar.tree) !== null }
    }

    const onDragOver = (event: DragEvent) => {
      const inside = drag.target() !== null && !bringsFiles(event.dataTransfer)
      const dropTarget = dropTargetOf(event.target) ?? (inside ? openFolderTarget(event.target) : null)
      if (inside || bringsFiles(event.dataTransfer)) {
        clearTimeout(leaving)
        edge.at(event.clientY)
        const folder = expandableOf(event.target)
        const inMenu = folder?.closest('[role=menu]') != null
        if (folder && !inMenu) menu.close()
        hoverExpand.over(dragMenuOf(event.target) ?? (folder && !inMenu && opens(folder) ? folder : null))
      }
      if (inside) {
        const fits = accepts(dropTarget)
        highlight(fits && dropTarget ? dropTarget.element : null)
        if (fits) event.preventDefault()
        if (event.dataTransfer) event.dataTransfer.dropEffect = fits ? 'move' : 'none'
        return
      }
      if (!bringsFiles(event.dataTransfer)) return
      event.preventDefault()
      const fits = mayUpload() || dropTarget?.kind === 'folder'
      if (event.dataTransfer) event.dataTransfer.dropEffect = fits ? 'copy' : 'none'
      highlight(dropTarget?.kind === 'folder' ? dropTarget.element : null)
      setOver(fits ? uploadTargetOf(dropTarget).name : null)
    }
    // Each element that is left fires dragleave. Only a pause in dragover means that the window was left.
    const onDragLeave = () => {
      clearTimeout(leaving)
      leaving = setTimeout(end, 120)
    }
    const end = () => {
      clearTimeout(leaving)
      edge.stop()
      hoverExpand.stop()
      menu.close()
      highlight(null)
      setOver(null)
    }
    const onDrop = (event: DragEvent) => {
      const dragged = bringsFiles(event.dataTransfer) ? null : drag.target()
      const dropTarget = dropTargetOf(event.target) ?? (dragged ? openFolderTarget(event.target) : null)
      if (dragged) {
        event.preventDefault()
        if (dropTarget && accepts(dropTarget)) {
          if (dropTarget.kind === 'folder') void actions.move(dragged, dropTarget.to)
          else if (dropTarget.kind === 'trash') void actions.trash(dragged)
          else if (dragged.kind === 'items') void actions.setFavorite(dragged.items, true)
        }
        drag.end()
      } else if (bringsFiles(event.dataTransfer) && event.dataTransfer) {
        event.preventDefault()
        if (mayUpload() || dropTarget?.kind === 'folder')
          uploads.addDropped(event.dataTransfer, uploadTargetOf(dropTarget))
      }
      end()
    }
    const onPaste = (event: ClipboardEvent) => {
      const pasted = pastedFiles(event)
      if (!pasted) return
      if (pasted.length === 0) return void fileActions.current.paste()
      if (!mayUpload()) return
      event.preventDefault()
      uploads.addFiles(pasted, targetOf())
    }
    // A dragged row that was unmounted, because a folder opened, fires no dragend. WebKit sends a late mousemove after
    // dragstart, with the button pressed.
    const settle = (event: MouseEvent) => {
      if (!drag.target() || event.buttons !== 0) return
      drag.end()
      end()
    }
    document.addEventListener('mousemove', settle)
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('dragleave', onDragLeave)
    document.addEventListener('drop', onDrop)
    document.addEventListener('dragend', end)
    document.addEventListener('paste', onPaste)
    return () => {
      end()
      document.removeEventListener('mousemove', settle)
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('dragleave', onDragLeave)
      document.removeEventListener('drop', onDrop)
      document.removeEventListener('dragend', end)
      document.removeEventListener('paste', onPaste)
    }
  }, [app, files, sidebar, drag, actions, uploads, targetOf])

  return over !== null && <DropOverlay name={over} />
}
