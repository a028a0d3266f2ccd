import { Children, type ReactNode, useRef } from 'react'
import { useListFocus } from '../../../web/ui.ts'

interface SecurityListProps {
  /** Shown without rows. */
  none?: string
  children: ReactNode
}

/** The rows of a card (`SecurityRow`); the focus stays among them when one is removed. */
export const SecurityList = ({ none, children }: SecurityListProps) => {
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useListFocus(list, 'li')
  if (none !== undefined && Children.count(children) === 0)
    return <p className="px-4 py-4 text-small text-muted sm:px-6">{none}</p>
  return (
    <ul ref={list} {...keepFocus}>
      {children}
    </ul>
  )
}
