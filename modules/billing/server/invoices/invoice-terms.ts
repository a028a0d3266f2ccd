import type { Platform } from '../../../platform/index.ts'
import { countries } from '../../../shared/contract.ts'
import { euCountryOf, normalVatNumber } from '../../../users/contract.ts'
import { type Account, displayName, type Users } from '../../../users/index.ts'
import type { InvoiceParty } from '../entities/invoice.entities.ts'
import { countryOf } from './country-of.ts'
import type { InvoiceTerms, TermsOf } from './invoices.ts'
import { countryCode } from './seller-country.ts'

const present = (parts: readonly (string | null)[]): string[] => parts.filter((part): part is string => Boolean(part))

/** A business in another country of the EU than the seller owes the tax itself (Directive 2006/112/EC, article 196). */
const isReverseCharge = (
  sellerNumber: string,
  buyer: { country: string | null; vat_number: string | null } | null,
): boolean => {
  const [from, to] = [euCountryOf(normalVatNumber(sellerNumber) ?? ''), euCountryOf(buyer?.vat_number ?? '')]
  return from !== null && to !== null && from !== to && countryCode(buyer?.country ?? '') === to
}

const buyerOf = (account: Account | undefined): InvoiceParty => {
  if (!account) return { name: '', address: [], country: null }
  const { address, postal_code, city, state, country, email, vat_number: vatNumber } = account
  return {
    name: displayName(account),
    address: present([address, present([postal_code, city]).join(' '), state, country]),
    email,
    country: country || null,
    ...(vatNumber ? { vatNumber } : {}),
  }
}

const sellerOf = async (settings: Platform['settings']): Promise<InvoiceParty> => {
  const of = (name: 'city' | 'address' | 'state' | 'country' | 'postal_code' | 'phone_number' | 'vat_number') =>
    settings.get(`billing_${name}`)
  const town = present([await of('postal_code'), await of('city')]).join(' ')
  const country = await of('country')
  const [phone, vatNumber] = [await of('phone_number'), await of('vat_number')]
  return {
    name: (await settings.get('billing_name')) || (await settings.get('app_title')),
    address: present([await of('address'), town, await of('state'), country]),
    country: country || null,
    ...(phone ? { phone } : {}),
    ...(vatNumber ? { vatNumber } : {}),
  }
}

/**
 * Country whose tax buyers without a country pay: the seller's, else that of its VAT number in the EU; empty: none. An earlier
 * version may have stored letters that are no country's.
 */
const homeOf = ({ vatNumber = '', ...seller }: InvoiceParty): string => {
  const code = countryOf(seller)
  if (code && countries.includes(code)) return code
  return euCountryOf(normalVatNumber(vatNumber) ?? '') ?? ''
}

/** Whether there are rates of taxes, and buyers without a country pay none, as the seller's country is not known. */
export const lacksSellerCountry = async (settings: Platform['settings']): Promise<boolean> =>
  Object.keys(await settings.get('tax_rates')).length > 0 && homeOf(await sellerOf(settings)) === ''

/**
 * Terms of invoices that are issued now: names and addresses of seller and buyer, and the tax of the buyer's country. The
 * seller's counts for a buyer whose country is not known: the seller owes that tax all the same. Earlier versions stored any
 * two letters of a buyer, such as UK, and rates of them.
 */
export const invoiceTerms =
  (settings: Platform['settings'], users: Pick<Users, 'accounts'>): TermsOf =>
  async (tx, userIds) => {
    const seller = await sellerOf(settings)
    const rates = await settings.get('tax_rates')
    const home = homeOf(seller)
    const accounts = new Map((await users.accounts.byIds(userIds, tx)).map((account) => [account.id, account]))
    const rateOf = (country: string) => rates[country] ?? rates[countryCode(country) || home] ?? null
    const termsOf = (account: Account | undefined): InvoiceTerms => {
      const reverseCharge = isReverseCharge(seller.vatNumber ?? '', account ?? null)
      const taxRate = reverseCharge ? null : rateOf(account?.country ?? '')
      return { seller, buyer: buyerOf(account), taxRate, reverseCharge }
    }
    return new Map(userIds.map((id) => [id, termsOf(accounts.get(id))]))
  }
