import type { InvoiceParty } from '../entities/invoice.entities.ts'

/** Code of a party's country; invoices of earlier versions have it as the last line of the address only. */
export const countryOf = ({ country, address }: InvoiceParty): string | null => {
  const last = country ?? address.at(-1) ?? ''
  return /^[A-Z]{2}$/.test(last) ? last : null
}
