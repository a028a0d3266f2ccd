import type { ReactNode } from 'react'

/** A line of a card: title and text, and a button at its end. */
export const ActionRow = ({ title, text, children }: { title: string; text?: string; children?: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
    <div className="min-w-0 grow basis-60">
      <p className="text-14 font-medium">{title}</p>
      {text && <p className="text-small break-words text-pretty text-muted">{text}</p>}
    </div>
    {children}
  </li>
)
