/** Columns in their order; the table of one account has no column `user`. */
export const transactionColumns = ['note', 'user', 'status', 'type', 'total', 'paid', 'service'] as const
export type TransactionColumn = (typeof transactionColumns)[number]

/**
 * Below the width `xl`, and in a card, type and service are shown under the note and the date; below `xl` the status too.
 * On phones everything except the total is shown under the note.
 */
export const transactionColumnClass = (column: string, inCard: boolean) => {
  if (column === 'type' || column === 'service') return inCard ? 'hidden' : 'max-xl:hidden'
  if (column === 'status' && !inCard) return 'whitespace-nowrap max-xl:hidden'
  if (column === 'user' || column === 'status' || column === 'paid') return 'whitespace-nowrap phone:hidden'
  return column === 'note' ? 'min-w-28' : 'whitespace-nowrap'
}
