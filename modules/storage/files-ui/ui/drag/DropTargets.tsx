import { CloudUpload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon, useT } from '../../../../web/ui.ts'
import { useUploads } from '../../../uploads/ui.ts'
import type { Destination } from '../../client/actions.ts'
import { idsOf } from '../../client/selection-target.ts'
import { openPlace } from '../browser/open.ts'
import { useFiles } from '../context.ts'
import { useUploadTarget } from '../useCreate.ts'
import { useDeeds } from '../useFileActions.ts'
import { createEdgeScroll } from './edge-scroll.ts'
import { createSpring } from './hover-expand.ts'

type Spot =
  | { element: HTMLElement; kind: 'folder'; to: Destination }
  | { element: HTMLElement; kind: 'favourites' | 'trash' }

const spotOf = (target: EventTarget | null): Spot | null => {
  const element =
    target instanceof Element
      ? target.closest<HTMLElement>('[data-drop], [data-drop-favourites], [data-drop-trash]')
      : null
  if (!element) return null
  const { drop, dropName = '' } = element.dataset
  if (drop !== undefined) return { element, kind: 'folder', to: drop === '' ? null : { id: drop, name: dropName } }
  return { element, kind: element.hasAttribute('data-drop-trash') ? 'trash' : 'favourites' }
}
/** The folder that opens when something is held over this: a row, a line of the path or of the tree. */
const springOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-drop]') : null

const bringsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false

/**
 * Drops anywhere in the window: items onto folders, tree, path, favourites and trash; files of the desktop into a folder
 * under the pointer, else into the open one, which an overlay names. Pasted files go there too.
 */
export const Drops = () => {
  const { files, sidebar, drag, actions } = useFiles()
  const t = useT()
  const uploads = useUploads()
  const openTarget = useUploadTarget()
  const [over, setOver] = useState<string | null>(null)
  const latest = useDeeds()
  const deeds = useRef(latest)
  deeds.current = latest

  useEffect(() => {
    let marked: HTMLElement | null = null
    const list = () => document.querySelector<HTMLElement>('[data-view]')
    const edge = createEdgeScroll(list)
    const spring = createSpring((element) => {
      const id = element.dataset.drop || null
      // In the tree it unfolds: the list keeps showing where the items come from.
      if (id && element.closest('[role=tree]')) sidebar.tree.unfold(id)
      else openPlace(files, { view: 'files', id })
    })
    /** The open folder takes what is let go beside its folders, when that has come from elsewhere. */
    const here = (target: EventTarget | null): Spot | null => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-view=files]') : null
      const { root, place } = files.current()
      if (!element || (place.id !== null && !root)) return null
      return { element, kind: 'folder', to: root ? { id: root.id, name: root.attributes.name } : null }
    }
    let leaving: ReturnType<typeof setTimeout> | undefined
    const mark = (element: HTMLElement | null) => {
      if (marked === element) return
      marked?.removeAttribute('data-over')
      element?.setAttribute('data-over', '')
      marked = element
    }
    const accepts = (spot: Spot | null): boolean => {
      const carried = drag.carried()
      if (!spot || !carried) return false
      if (spot.kind === 'folder') return drag.accepts(spot.to)
      if (spot.kind === 'trash') return carried.from.place.view !== 'trash'
      return carried.kind === 'items' && carried.items.some(({ type }) => type === 'folder')
    }
    /** Not the folder on screen, not what is carried. */
    const opens = ({ dataset: { drop } }: HTMLElement): boolean => {
      const carried = drag.carried()
      const { place } = files.current()
      if (place.view === 'files' && place.id === (drop || null)) return false
      return !(drop && carried && idsOf(carried).has(drop))
    }
    const inTrash = () => files.current().place.view === 'trash'
    const goal = (spot: Spot | null) =>
      spot?.kind === 'folder'
        ? { id: spot.to?.id ?? null, name: spot.to?.name ?? t('storage:page.files') }
        : openTarget()

    const onDragOver = (event: DragEvent) => {
      const inside = drag.carried() !== null && !bringsFiles(event.dataTransfer)
      const spot = spotOf(event.target) ?? (inside ? here(event.target) : null)
      if (inside || bringsFiles(event.dataTransfer)) {
        clearTimeout(leaving)
        edge.at(event.clientY)
        const folder = springOf(event.target)
        spring.over(folder && opens(folder) ? folder : null)
      }
      if (inside) {
        const fits = accepts(spot)
        mark(fits && spot ? spot.element : null)
        if (fits) event.preventDefault()
        if (event.dataTransfer) event.dataTransfer.dropEffect = fits ? 'move' : 'none'
        return
      }
      if (!bringsFiles(event.dataTransfer)) return
      event.preventDefault()
      const fits = !inTrash() || spot?.kind === 'folder'
      if (event.dataTransfer) event.dataTransfer.dropEffect = fits ? 'copy' : 'none'
      mark(spot?.kind === 'folder' ? spot.element : null)
      setOver(fits ? goal(spot).name : null)
    }
    // Each element left fires one of these; only a pause in dragover means that the window was left.
    const onDragLeave = () => {
      clearTimeout(leaving)
      leaving = setTimeout(end, 120)
    }
    const end = () => {
      clearTimeout(leaving)
      edge.stop()
      spring.stop()
      mark(null)
      setOver(null)
    }
    const onDrop = (event: DragEvent) => {
      const carried = bringsFiles(event.dataTransfer) ? null : drag.carried()
      const spot = spotOf(event.target) ?? (carried ? here(event.target) : null)
      if (carried) {
        event.preventDefault()
        if (spot && accepts(spot)) {
          if (spot.kind === 'folder') void actions.move(carried, spot.to)
          else if (spot.kind === 'trash') void actions.trash(carried)
          else if (carried.kind === 'items') void actions.favour(carried.items, true)
        }
        drag.end()
      } else if (bringsFiles(event.dataTransfer) && event.dataTransfer) {
        event.preventDefault()
        if (!inTrash() || spot?.kind === 'folder') uploads.addDropped(event.dataTransfer, goal(spot))
      }
      end()
    }
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable], [role=dialog]'))
        return
      const pasted = Array.from(event.clipboardData?.files ?? [])
      if (pasted.length === 0) return void deeds.current.paste()
      if (inTrash()) return
      event.preventDefault()
      uploads.addFiles(pasted, openTarget())
    }
    // A row that left the page while it was dragged (a folder has opened under it) never hears that the drag is over.
    const settle = () => {
      if (!drag.carried()) return
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
  }, [files, sidebar, drag, actions, uploads, openTarget, t])

  useRefreshAfterUploads()
  if (over === null) return null
  return createPortal(
    <div className="pointer-events-none fixed inset-0 z-40 animate-fade bg-scrim/40 p-3">
      <div className="grid size-full place-items-end justify-center rounded-lg border-2 border-dashed border-brand-mark pb-16">
        <p
          role="status"
          className="flex max-w-[90vw] items-center gap-3 rounded-lg bg-raised px-5 py-4 text-16 font-medium shadow-dialog"
        >
          <Icon of={CloudUpload} size={20} className="shrink-0 text-brand-text" />
          <span className="truncate">{t('storage:list.dropHere', { name: over })}</span>
        </p>
      </div>
    </div>,
    document.body,
  )
}

/** New files appear in the listing and new folders in the tree while an upload runs. */
const useRefreshAfterUploads = () => {
  const { files, sidebar } = useFiles()
  const uploads = useUploads()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void files.refreshTop()
        sidebar.weigh()
      }, 600)
    }
    const stop = [
      uploads.onUploaded(soon),
      uploads.onFoldersChanged(() => {
        soon()
        sidebar.reload()
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const end of stop) end()
    }
  }, [files, sidebar, uploads])
}
