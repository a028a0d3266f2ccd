import type { InvoiceParty } from '../entities/invoice.entities.ts'

/**
 * Code of a party's country, which is the last line of its address; null without one, or where it is written in words.
 * Invoices of earlier versions have no `country`: there the last line is taken for it, of a buyer only.
 */
export const countryOf = ({ country, address }: Pick<InvoiceParty, 'country' | 'address'>): string | null => {
  const last = (country === undefined ? address.at(-1) : country) ?? ''
  return /^[A-Z]{2}$/.test(last) ? last : null
}
