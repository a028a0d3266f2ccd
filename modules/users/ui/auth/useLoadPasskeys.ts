import { loadInTime, toastLoadError, useFeedback, useT } from '../../../web/ui.ts'

const load = loadInTime(() => import('../../client/passkeys.api.ts'))

/** Loads the code for passkeys when it is needed; resolves with null, after a message, when it cannot be loaded. */
export const useLoadPasskeys = () => {
  const t = useT()
  const feedback = useFeedback()
  return () =>
    load().catch(() => {
      toastLoadError(feedback, t)
      return null
    })
}
