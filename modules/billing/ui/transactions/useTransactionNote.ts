import { useT } from '../../../web/ui.ts'
import type { Transaction } from '../../contract.ts'
import { useBillingFormat } from '../useBillingFormat.ts'

/** What a transaction was for, in the user's language; the stored note of one that is none of the known kinds. */
export const useTransactionNote = () => {
  const t = useT()
  const { day: dayText } = useBillingFormat()
  return ({ type, note, metadata }: Transaction['attributes']): string => {
    // Notes of bills are their period.
    if (metadata) {
      const days = (note ?? '').split(' – ').map((day) => (Number.isNaN(Date.parse(day)) ? day : dayText(day)))
      return t('billing:page.transactions.usage', { period: days.join(' – ') })
    }
    if (note === 'Subscription') return t('billing:page.transactions.subscription')
    if (note === 'Bonus') return t('billing:page.transactions.bonus')
    if (note === null) return t(`billing:page.transactions.${type === 'charge' ? 'funding' : type}`)
    return note
  }
}
