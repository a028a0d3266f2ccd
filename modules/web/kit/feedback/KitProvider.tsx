import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'
import { DialogHost } from './DialogHost.tsx'
import { FeedbackContext } from './FeedbackContext.ts'
import type { Feedback } from './feedback.ts'
import { ToastHost } from './ToastHost.tsx'
import { TooltipHost } from './TooltipHost.tsx'
import { useInputKind } from './useInputKind.ts'

export type KitProviderProps = {
  /** Created by createFeedback(), one per app instance. */
  feedback: Feedback
  /** Reading direction of the locale; also set it on <html>. */
  direction?: 'ltr' | 'rtl'
  /** Date and time of an ISO time, for tooltips of times; stable between renders. */
  timeText: (iso: string) => string
  children: ReactNode
}

/** Wraps the app once: toasts, dialogs, tooltips, reading direction. */
export const KitProvider = ({ feedback, direction = 'ltr', timeText, children }: KitProviderProps) => {
  useInputKind()
  return (
    <Direction.Provider dir={direction}>
      <FeedbackContext value={feedback}>
        {children}
        <DialogHost />
        <ToastHost />
        <TooltipHost timeText={timeText} />
      </FeedbackContext>
    </Direction.Provider>
  )
}
