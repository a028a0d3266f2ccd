import type { ReactNode } from 'react'

/** A link inside a sentence. */
export const TextLink = ({ href, onClick, children }: { href: string; onClick?: () => void; children: ReactNode }) => (
  <a href={href} onClick={onClick} className="link">
    {children}
  </a>
)

/** A line below a form that links to another page. */
export const FormFooter = ({ children }: { children: ReactNode }) => (
  <p className="mt-8 text-center text-small text-muted">{children}</p>
)
