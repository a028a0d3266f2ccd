import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx, Icon, usePref } from '../../../../web/ui.ts'

/** Classes of a link in the sidebar. */
export const sidebarLink = 'side-link'

/** A collapsible group of the sidebar. Its state is a preference. */
export const SidebarGroup = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => {
  const [folded, setFolded] = usePref('folded')
  const contentId = useId()
  const open = !folded.includes(id)
  return (
    <section aria-label={label} className="mt-4">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={contentId}
          onClick={() => setFolded((stored) => [...stored.filter((other) => other !== id), ...(open ? [id] : [])])}
          className="group flex h-8 w-full pointer-coarse:h-11 items-center justify-between rounded-sm px-2 text-12 font-medium text-muted hover:text-text"
        >
          {label}
          <Icon
            of={ChevronDown}
            size={14}
            className={cx('transition-transform', !open && '-rotate-90 rtl:rotate-90')}
          />
        </button>
      </h2>
      <div id={contentId} hidden={!open}>
        {open && children}
      </div>
    </section>
  )
}
