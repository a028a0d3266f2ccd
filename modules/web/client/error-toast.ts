import type { Translate } from '../../shared/contract.ts'
import type { ToastInput } from '../kit/feedback/feedback.ts'
import { CallError } from './call.ts'
import { errorText } from './error-text.ts'

/** The toast about a failed call, from which its reference can be copied; by plain HTTP it is selected in the text. */
export const errorToast = (error: unknown, t: Translate, text = errorText(error, t)): ToastInput => {
  const reference = error instanceof CallError && navigator.clipboard && error.body.reference
  // The browser may reject it: without the focus, or by its settings.
  const onAct = () => void navigator.clipboard.writeText(String(reference)).catch(() => undefined)
  return { kind: 'danger', text, ...(reference ? { action: { label: t('web:kit.copy'), onAct } } : {}) }
}
