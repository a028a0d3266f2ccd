import type { ReactNode } from 'react'
import { cx } from '../../web/ui.ts'

/**
 * A wide table scrolls inside its box, which the keyboard reaches. `inCard`: its text is aligned with the text of the card
 * around it.
 */
export const TableBox = ({ label, inCard, children }: { label: string; inCard?: boolean; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
  <section aria-label={label} tabIndex={0} className="overflow-x-auto">
    <table
      className={cx(
        'w-full text-14',
        inCard
          ? '[&_tr>:first-child]:ps-5 [&_tr>:last-child]:pe-5'
          : 'sm:[&_tr>:first-child]:ps-4 sm:[&_tr>:last-child]:pe-4',
      )}
    >
      <caption className="sr-only">{label}</caption>
      {children}
    </table>
  </section>
)

export const HeadCell = ({
  children,
  end,
  sort,
  className,
}: {
  children: ReactNode
  end?: boolean
  className?: string | undefined
  sort?: 'ascending' | 'descending' | undefined
}) => (
  <th
    scope="col"
    aria-sort={sort}
    className={cx(
      'h-10 px-2 xl:px-3 text-12 font-medium whitespace-nowrap text-muted',
      end ? 'text-end' : 'text-start',
      className,
    )}
  >
    {children}
  </th>
)

export const TableCell = ({
  children,
  end,
  className,
}: {
  children?: ReactNode
  end?: boolean
  className?: string
}) => <td className={cx('h-12 px-2 py-1.5 xl:px-3', end && 'text-end tabular-nums', className)}>{children}</td>

/** The column that takes the remaining width: a long name is shortened before another column is cut. */
export const WideCell = ({ children }: { children?: ReactNode }) => (
  <td className="h-12 w-full max-w-56 px-2 py-1.5 xl:px-3">{children}</td>
)
