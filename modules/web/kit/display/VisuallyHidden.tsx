import type { ReactNode } from 'react'

/** Read out, not seen. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="sr-only">{children}</span>
