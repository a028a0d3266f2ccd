import type { ReactNode } from 'react'

/** A line of a list in a card: title, details below, an action at its end. */
export const SecurityRow = ({ title, text, children }: { title: ReactNode; text: ReactNode; children?: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 sm:px-6">
    <div className="min-w-40 grow basis-0">
      <p className="font-medium break-words">{title}</p>
      <p className="text-small break-words text-muted">{text}</p>
    </div>
    {children}
  </li>
)
