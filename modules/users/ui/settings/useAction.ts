import { CallError, reloadPage, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { apiErrorText } from '../auth/api-error.ts'
import { useConfirmed } from './confirmation.ts'

/**
 * Runs an action of the user area, asks for the password where the server does, shows errors and reloads the page's
 * data. Null when it failed or was cancelled.
 */
export const useAction = () => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const confirmed = useConfirmed()
  return async <T>(fn: () => Promise<T>, doneText?: string): Promise<T | null> => {
    try {
      const result = await confirmed(fn)
      if (result === null) return null
      if (doneText) feedback.toast({ kind: 'success', text: doneText })
      await reloadPage()
      return result
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      feedback.toast({ kind: 'danger', text: apiErrorText(error, t, locale) })
      return null
    }
  }
}
