import type { CallError, Translate } from '../../../web/ui.ts'

/** A wait in whole seconds or minutes, in words: “40 seconds”, “15 minutes”. */
export const waitInWords = (seconds: number, locale: string): string => {
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** What a refusal of the server says to the person. */
export const refusalText = (error: CallError, t: Translate, locale: string): string => {
  if (error.code === 'offline') return t('users:page.offline')
  if (error.status === 429 && error.retryAfter)
    return t('users:page.tooMany', { wait: waitInWords(error.retryAfter, locale) })
  return error.message
}
