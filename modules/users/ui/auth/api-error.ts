import { type CallError, errorText, type Translate } from '../../../web/ui.ts'
import { formatWait } from './format-wait.ts'

/** The text that a form shows for an error of the API. */
export const apiErrorText = (error: CallError, t: Translate, locale: string): string => {
  if (error.status === 429 && error.retryAfter)
    return t('users:page.tooMany', { wait: formatWait(error.retryAfter, locale) })
  return errorText(error, t)
}
