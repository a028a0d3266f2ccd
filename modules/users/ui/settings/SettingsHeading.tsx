import type { ReactNode } from 'react'

/** The heading of a page of the user area; its children, which concern the whole page, are at its end. */
export const SettingsHeading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4">
    <h1 className="text-28 font-bold outline-none">{title}</h1>
    {children}
  </div>
)
