import type { Platform, Tx } from '../../../platform/index.ts'
import { euCountryOf, normalVatNumber } from '../../../users/contract.ts'
import { displayName, type Users } from '../../../users/index.ts'
import type { InvoiceParty } from '../entities/bill.entities.ts'
import type { InvoiceTerms } from './invoices.ts'

const present = (parts: readonly (string | null)[]): string[] => parts.filter((part): part is string => Boolean(part))

/** A business in another country of the EU than the seller owes the tax itself (Directive 2006/112/EC, article 196). */
const isReverseCharge = (
  sellerNumber: string,
  buyer: { country: string | null; vat_number: string | null } | null,
): boolean => {
  const [from, to] = [euCountryOf(normalVatNumber(sellerNumber) ?? ''), euCountryOf(buyer?.vat_number ?? '')]
  return from !== null && to !== null && from !== to && buyer?.country === to
}

/** Who sells and buys as they are now: their names, addresses, and the tax of the buyer's country. */
export const invoiceTerms =
  (settings: Platform['settings'], users: Pick<Users, 'accounts'>) =>
  async (_tx: Tx, userId: string): Promise<InvoiceTerms> => {
    const account = await users.accounts.byId(userId)
    const of = (name: 'city' | 'address' | 'state' | 'country' | 'postal_code' | 'phone_number' | 'vat_number') =>
      settings.get(`billing_${name}`)
    const town = present([await of('postal_code'), await of('city')]).join(' ')
    const [phone, vatNumber] = [await of('phone_number'), await of('vat_number')]
    const seller: InvoiceParty = {
      name: (await settings.get('billing_name')) || (await settings.get('app_title')),
      address: present([await of('address'), town, await of('state'), await of('country')]),
      ...(phone ? { phone } : {}),
      ...(vatNumber ? { vatNumber } : {}),
    }
    const buyer: InvoiceParty = {
      name: account ? displayName(account) : '',
      address: account
        ? present([
            account.address,
            present([account.postal_code, account.city]).join(' '),
            account.state,
            account.country,
          ])
        : [],
      ...(account ? { email: account.email } : {}),
      ...(account?.vat_number ? { vatNumber: account.vat_number } : {}),
    }
    const reverseCharge = isReverseCharge(vatNumber, account)
    const rates = await settings.get('tax_rates')
    return { seller, buyer, taxRate: reverseCharge ? null : (rates[account?.country ?? ''] ?? null), reverseCharge }
  }
