import { type ReactNode, useState } from 'react'
import { createFeedback, KitProvider, usePageContext } from '../modules/web/ui.ts'

/** What outlives a page: toasts and dialogs, and what modules keep running across navigation. */
export const Providers = ({ children }: { children: ReactNode }): ReactNode => {
  const [feedback] = useState(createFeedback)
  const { direction } = usePageContext()
  return (
    <KitProvider feedback={feedback} direction={direction}>
      {children}
    </KitProvider>
  )
}
