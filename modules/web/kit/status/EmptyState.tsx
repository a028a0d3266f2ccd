import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import type { IconType } from '../types.ts'

export type EmptyStateProps = {
  icon: IconType
  title: string
  text?: ReactNode
  /** Buttons. */
  actions?: ReactNode
  className?: string
}

/** Placeholder for an empty or failed view: title, sentence and actions. */
export const EmptyState = ({ icon, title, text, actions, className }: EmptyStateProps) => (
  <div className={cx('mx-auto flex max-w-sm flex-col items-center px-4 py-12 text-center', className)}>
    <span className="mb-4 grid size-12 place-items-center rounded-lg border border-line bg-surface text-muted">
      <Icon of={icon} size={20} />
    </span>
    <h2 className="text-16 font-semibold text-balance">{title}</h2>
    {text && <p className="mt-1 text-body text-pretty text-muted">{text}</p>}
    {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
)
