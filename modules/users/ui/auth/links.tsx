import type { ReactNode } from 'react'

/** A link inside a sentence. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="link">
    {children}
  </a>
)

/** The way to the other page, under a form. */
export const Aside = ({ children }: { children: ReactNode }) => (
  <p className="mt-8 text-center text-small text-muted">{children}</p>
)
