import type { ReactNode } from 'react'
import { FeedbackProvider } from '../modules/web/ui.ts'

/** What outlives a page: toasts and dialogs, and what modules keep running across navigation. */
export const Providers = ({ children }: { children: ReactNode }): ReactNode => <FeedbackProvider>{children}</FeedbackProvider>
