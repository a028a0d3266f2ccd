import type { Translate } from '../../shared/contract.ts'
import type { ToastInput } from '../kit/feedback/feedback.ts'
import { CallError } from './call.ts'

const referenceIn = (error: unknown): string | null => (error instanceof CallError ? error.reference : null)

/** The text, followed by the reference of an error that the server's log explains. */
export const withReference = (text: string, error: unknown, t: Translate): string => {
  const reference = referenceIn(error)
  return reference ? t('web:error.withReference', { text, reference }) : text
}

/** Text about a failed call for its reader: the server's, else that no server was reached or that something failed. */
export const errorText = (error: unknown, t: Translate): string => {
  if (!(error instanceof CallError)) return t('web:error.broken.title')
  const text = error.message || t(error.code === 'offline' ? 'web:error.offline' : 'web:error.broken.title')
  return withReference(text, error, t)
}

/** The toast about a failed call, from which its reference can be copied. */
export const errorToast = (error: unknown, t: Translate, text = errorText(error, t)): ToastInput => {
  const reference = referenceIn(error)
  const onAct = () => void navigator.clipboard.writeText(reference ?? '').catch(() => undefined)
  // By plain HTTP there is no clipboard: the reference can be selected in the text.
  const canCopy = reference !== null && 'clipboard' in navigator
  return { kind: 'danger', text, ...(canCopy && { action: { label: t('web:kit.copy'), onAct } }) }
}
