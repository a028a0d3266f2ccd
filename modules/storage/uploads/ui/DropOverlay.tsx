import { CloudUpload } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Icon, useT } from '../../../web/ui.ts'

/** Covers the window while files are dragged over it, and names the folder that takes them. */
export const DropOverlay = ({ name }: { name: string }) => {
  const t = useT()
  return createPortal(
    <div className="pointer-events-none fixed inset-0 z-40 animate-fade bg-scrim/40 p-3">
      <div className="grid size-full place-items-end justify-center rounded-lg border-2 border-dashed border-brand-mark pb-16">
        <p
          role="status"
          className="flex max-w-[90vw] items-center gap-3 rounded-lg bg-raised px-5 py-4 text-16 font-medium shadow-dialog"
        >
          <Icon of={CloudUpload} size={20} className="shrink-0 text-brand-text" />
          <span className="truncate">{t('storage:list.dropHere', { name })}</span>
        </p>
      </div>
    </div>,
    document.body,
  )
}
