import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import type { IconType } from '../types.ts'
import { type Tone, toneTints } from './tones.ts'

const icons: Record<Tone, IconType> = {
  neutral: Info,
  brand: Info,
  info: Info,
  purple: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
}

export type CalloutProps = {
  tone?: Tone
  title?: string
  icon?: IconType
  children?: ReactNode
  /** Buttons at the end. */
  actions?: ReactNode
  /** Announced when it appears: `alert` assertively, `status` politely. */
  role?: 'alert' | 'status'
  className?: string
}

/** A boxed note, warning or error inside the page. */
export const Callout = ({ tone = 'neutral', title, icon, children, actions, role, className }: CalloutProps) => (
  <div role={role} data-edge className={cx('flex gap-3 rounded-md px-3.5 py-3 text-body', toneTints[tone], className)}>
    <Icon of={icon ?? icons[tone]} size={18} className="mt-px shrink-0" />
    <div className="min-w-0 grow">
      {title && <p className="font-semibold wrap-anywhere">{title}</p>}
      {children && <div className={cx('text-pretty', tone === 'neutral' ? 'text-muted' : 'text-text')}>{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </div>
  </div>
)
