import { setting, settingTypes } from '../../../platform/index.ts'
import { sellerCountry } from './seller-country.ts'
import { taxRates } from './tax-rates.ts'

const line = (effect: string) =>
  setting({ type: settingTypes.line({ min: 0, max: 200 }), default: '', effect, public: null })

/** Seller on invoices that are issued from now on. */
export const sellerSettings = {
  billing_name: line('company on invoices; empty: the name of the app'),
  billing_vat_number: line('VAT number on invoices'),
  billing_address: line('street on invoices'),
  billing_city: line('city on invoices'),
  billing_postal_code: line('postal code on invoices'),
  billing_state: line('state on invoices'),
  billing_country: setting({
    type: sellerCountry,
    default: '',
    effect: 'country on invoices, whose tax buyers without a country pay',
    public: null,
  }),
  billing_phone_number: line('phone number on invoices'),
  tax_rates: setting({
    type: taxRates,
    default: {},
    effect: 'tax that prices contain, by the country of the buyer, else of the seller',
    public: null,
  }),
}
