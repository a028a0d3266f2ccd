/** Major units as the API takes them; a decimal comma counts as a point. */
export const amountOf = (text: string): string => text.trim().replace(',', '.')

/** 1 to 999,999,999 with up to three decimals; the API knows how many the currency has. */
export const amountCheck = (text: string): string | null =>
  /^\d{1,9}(\.\d{1,3})?$/.test(amountOf(text)) && Number(amountOf(text)) >= 1 ? null : 'billing:page.amount.invalid'
