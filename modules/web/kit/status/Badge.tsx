import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import type { IconType } from '../types.ts'
import { type Tone, toneTints } from './tones.ts'

export type BadgeProps = { tone?: Tone; icon?: IconType; children: ReactNode; className?: string }

/** A tinted status label, not interactive. */
export const Badge = ({ tone = 'neutral', icon, children, className }: BadgeProps) => (
  <span
    data-edge
    className={cx(
      'inline-flex h-5.5 max-w-full items-center gap-1 rounded-full px-2 text-12 font-medium whitespace-nowrap tabular-nums',
      toneTints[tone],
      className,
    )}
  >
    {icon && <Icon of={icon} size={12} className="shrink-0" />}
    <span className="truncate">{children}</span>
  </span>
)

export type ChipProps = {
  children: ReactNode
  icon?: IconType
  /** Adds a remove button with this accessible name. */
  removeLabel?: string
  onRemove?: () => void
  className?: string
}

/** A selected value in a field or filter bar, removable. */
export const Chip = ({ children, icon, removeLabel, onRemove, className }: ChipProps) => (
  <span
    className={cx(
      'inline-flex h-7 max-w-full items-center gap-1.5 rounded-sm border border-line-strong bg-surface ps-2 text-13',
      !onRemove && 'pe-2',
      className,
    )}
  >
    {icon && <Icon of={icon} size={14} className="shrink-0 text-muted" />}
    <span className="truncate">{children}</span>
    {onRemove && (
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-xs text-muted hover:bg-hover hover:text-text"
      >
        <Icon of={X} size={14} />
      </button>
    )}
  </span>
)
