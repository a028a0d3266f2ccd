import type { ReactNode } from 'react'

/** A label and value in the details. */
export const DetailRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="py-2.5">
    <dt className="text-12 text-muted">{label}</dt>
    <dd className="mt-0.5 text-14 break-words tabular-nums">{children}</dd>
  </div>
)
