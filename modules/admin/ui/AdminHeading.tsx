import type { ReactNode } from 'react'

/** The heading of a page, with its actions at the end. */
export const AdminHeading = ({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
    <div className="min-w-0">
      <h1 className="text-28 font-bold outline-none">{title}</h1>
      {text && <p className="mt-0.5 text-small text-pretty text-muted">{text}</p>}
    </div>
    {children && <div className="flex flex-wrap gap-2">{children}</div>}
  </div>
)
