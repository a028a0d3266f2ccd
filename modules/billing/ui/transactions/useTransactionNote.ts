import { useT } from '../../../web/ui.ts'
import type { TransactionType } from '../../contract.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { noteTexts } from './note-texts.ts'

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
    const text = note === null ? type : noteTexts[note]
    return text ? t(`billing:page.transactions.${text}`) : (note ?? '')
  }
}
