import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { cx } from '../cx.ts'

export type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  text?: ReactNode
  /** At the end of the header. */
  actions?: ReactNode
  /** Below a divider, e.g. the save button. */
  footer?: ReactNode
  /** Without padding, for tables and lists. */
  flush?: boolean
}

/** A bordered section with its own heading. */
export const Card = ({ title, text, actions, footer, flush, className, children, ...rest }: CardProps) => {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      {...rest}
      className={cx('rounded-lg border border-line bg-surface', className)}
    >
      {(title || actions) && (
        <header
          className={cx(
            'flex flex-wrap items-start gap-x-4 gap-y-3 px-4 pt-4 sm:px-6 sm:pt-5',
            flush && 'border-b border-line pb-4',
          )}
        >
          <div className="min-w-0 grow basis-48">
            {title && (
              <h2 id={id} className="text-16 font-semibold">
                {title}
              </h2>
            )}
            {text && <p className="mt-0.5 text-small text-pretty text-muted">{text}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? undefined : 'p-4 sm:px-6 sm:py-5'}>{children}</div>
      {footer && (
        <footer className="flex items-center justify-end gap-2 border-t border-line px-4 py-3 sm:px-6">{footer}</footer>
      )}
    </section>
  )
}
