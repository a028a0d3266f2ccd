import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx, Icon } from '../../../web/ui.ts'

/** A part of the sentence about a link; a button that changes it. */
export const SentencePart = ({ children, className, ...rest }: ComponentProps<'button'>) => (
  <button
    {...rest}
    type="button"
    className={cx(
      'inline-flex min-h-7 items-center gap-0.5 rounded-sm px-1.5 text-start hover:bg-hover aria-expanded:bg-active pointer-coarse:min-h-9',
      className,
    )}
  >
    {children}
    <Icon of={ChevronDown} size={14} className="shrink-0 text-muted" />
  </button>
)
