import type { ReactNode } from 'react'
import { BrandLink, OfflineBar, PlainFooter } from '../../../web/ui.ts'

/** A roomy page for people without an account: brand, one wide column, language and theme. */
export const RequestLayout = ({ children }: { children: ReactNode }) => (
  <div className="roomy flex min-h-dvh flex-col bg-page">
    <OfflineBar />
    <header className="px-5 pt-5 sm:px-8 sm:pt-6">
      <BrandLink />
    </header>
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-[42rem] grow flex-col px-5 pt-8 pb-28 outline-none sm:pt-[min(7vh,4.5rem)]"
    >
      {children}
    </main>
    <PlainFooter />
  </div>
)
