/** Texts of the notes that the server stores. */
export const noteTexts: Record<string, string> = {
  Subscription: 'subscription',
  'Account Fund': 'funding',
  Bonus: 'bonus',
  'Registration Bonus': 'bonus',
  Refund: 'refund',
  'Refund failed': 'refundFailed',
  Dispute: 'dispute',
  Debt: 'debt',
}
