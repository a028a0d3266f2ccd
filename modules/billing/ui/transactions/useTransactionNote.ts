import { useT } from '../../../web/ui.ts'
import type { TransactionType } from '../../contract.ts'
import { useBillingFormat } from '../useBillingFormat.ts'

/** Texts of the notes that the server stores. */
const texts: Record<string, string> = {
  Subscription: 'subscription',
  'Account Fund': 'funding',
  Bonus: 'bonus',
  'Registration Bonus': 'bonus',
  Refund: 'refund',
  Dispute: 'dispute',
}

interface NotedTransaction {
  type: TransactionType
  note: string | null
  isBill: boolean
}

/** Purpose of a transaction in the reader's language; for an unknown note, the note as it is stored. */
export const useTransactionNote = () => {
  const t = useT()
  const { day: dayText } = useBillingFormat()
  return ({ type, note, isBill }: NotedTransaction): string => {
    // Notes of bills are their period.
    if (isBill) {
      const days = (note ?? '').split(' – ').map((day) => (Number.isNaN(Date.parse(day)) ? day : dayText(day)))
      return t('billing:page.transactions.usage', { period: days.join(' – ') })
    }
    const text = note === null ? type : texts[note]
    return text ? t(`billing:page.transactions.${text}`) : (note ?? '')
  }
}
