import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx, Icon, type IconType } from '../../../web/ui.ts'

interface FoldProps {
  icon: IconType
  title: string
  /** At the end of the closed row. */
  summary?: ReactNode
  open: boolean
  onToggle: () => void
  children: ReactNode
  className?: string
}

/** A section behind its title. Its content exists only while it is open. */
export const FoldableSection = ({ icon, title, summary, open, onToggle, children, className }: FoldProps) => {
  const id = useId()
  return (
    <section aria-label={title} className={className}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={onToggle}
        className="flex min-h-11 w-full items-center gap-3 rounded-sm px-1 text-start text-14 font-medium hover:bg-hover"
      >
        <Icon of={icon} size={18} className="shrink-0 text-muted" />
        <span className="shrink-0">{title}</span>
        <span className="min-w-0 grow truncate text-end text-13 font-normal text-muted tabular-nums">
          {!open && summary}
        </span>
        <Icon
          of={ChevronRight}
          size={16}
          className={cx('shrink-0 text-muted transition-transform', open ? 'rotate-90' : 'rtl:rotate-180')}
        />
      </button>
      {open && (
        <div id={id} className="px-1 pt-2 pb-4">
          {children}
        </div>
      )}
    </section>
  )
}
