import { useState } from 'react'
import { CallError, errorToast, reloadPage, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { apiErrorText } from '../auth/api-error.ts'
import { useConfirmed } from './confirmation.ts'

/**
 * Runs an action of the user area: asks for the password when the server does, shows errors, and reloads the page's data,
 * also after an error, because a part may have been done. Null when it failed or was cancelled. `busy` until the page
 * shows the result: for the `loading` of a button whose second click would repeat the action.
 */
export const useAction = () => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const confirmed = useConfirmed()
  const [running, setRunning] = useState(0)
  const act = async <T>(fn: () => Promise<T>, doneText?: string): Promise<T | null> => {
    setRunning((count) => count + 1)
    const end = () => setRunning((count) => count - 1)
    try {
      const result = await confirmed(fn)
      if (result === null) {
        end()
        return null
      }
      if (doneText) feedback.toast({ kind: 'success', text: doneText })
      // The reload is not awaited: results are shown in the order in which they came.
      void reloadPage().finally(end)
      return result
    } catch (error) {
      if (!(error instanceof CallError)) {
        end()
        throw error
      }
      feedback.toast(errorToast(error, t, apiErrorText(error, t, locale)))
      // After the end of the session a reload would open the sign-in page, and typed text would be lost.
      if (error.status === 401) end()
      else void reloadPage().finally(end)
      return null
    }
  }
  return Object.assign(act, { busy: running > 0 })
}
