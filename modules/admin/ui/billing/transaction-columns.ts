/** In their order; the table of one account leaves out its user. */
export const columns = ['note', 'user', 'status', 'type', 'total', 'paid', 'service'] as const
export type Column = (typeof columns)[number]

/**
 * On narrower screens, and in a card, type and service stand below the note and the date, on narrower screens the
 * status too; on phones all but the total does.
 */
export const classOf = (column: string, inCard: boolean) => {
  if (column === 'type' || column === 'service') return inCard ? 'hidden' : 'max-xl:hidden'
  if (column === 'status' && !inCard) return 'whitespace-nowrap max-xl:hidden'
  if (column === 'user' || column === 'status' || column === 'paid') return 'whitespace-nowrap phone:hidden'
  return column === 'note' ? 'min-w-28' : 'whitespace-nowrap'
}
