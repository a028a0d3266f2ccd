import { type PublicOf, setting, settingTypes, type ValuesOf } from '../../platform/index.ts'
import { formatGigabytes } from '../../shared/contract.ts'
import { gatewaySettings } from './gateway-settings.ts'
import { sellerSettings } from './invoices/seller-settings.ts'

const { choice, currency, decimal, flag, wholeNumber } = settingTypes

export const billingSettings = {
  ...gatewaySettings,
  subscription_type: setting({
    type: choice(['none', 'fixed', 'metered']),
    default: 'none',
    effect: 'how accounts are billed',
    public: (subscriptionType) => ({ subscriptionType }),
  }),
  billing_currency: setting({
    type: currency,
    default: 'USD',
    effect: 'currency of balances and prices',
    public: null,
  }),
  storage_limitation: setting({
    type: flag,
    default: true,
    effect: 'whether accounts have a storage limit',
    public: (storageLimit) => ({ storageLimit }),
  }),
  default_max_storage_amount: setting({
    type: decimal({ min: 0, max: 999_999_999, unit: 'GB', note: '0 = no limit' }),
    default: 5,
    effect: 'storage limit of accounts without their own',
    public: (gigabytes, locale) => ({
      // A whole number in which 0 means no limit.
      storageDefaultSpace: gigabytes > 0 ? Math.max(1, Math.round(gigabytes)) : 0,
      storageDefaultSpaceFormatted: formatGigabytes(gigabytes, locale),
    }),
  }),
  default_max_team_member: setting({
    type: wholeNumber({ min: -1, max: 1_000_000, unit: 'people', note: '-1 = no limit' }),
    default: 10,
    effect: 'how many people a new account may invite into team folders',
    public: (teamsDefaultMembers) => ({ teamsDefaultMembers }),
  }),
  usage_bigger_than_balance: setting({
    type: flag,
    default: true,
    effect: 'whether accounts whose usage costs more than their balance are reminded and blocked',
    public: null,
  }),
  limit_usage_in_new_accounts: setting({
    type: flag,
    default: true,
    effect: 'whether new accounts that have not paid yet are reminded and blocked above an amount',
    public: null,
  }),
  limit_usage_in_new_accounts_amount: setting({
    type: decimal({ min: 0, max: 999_999_999, unit: 'money', note: 'in major units of the currency' }),
    default: 20,
    effect: 'cost of usage at which accounts without a payment are reminded in their first 30 days',
    public: null,
  }),
  allowed_registration_bonus: setting({
    type: flag,
    default: false,
    effect: 'whether new accounts get a bonus while accounts are metered',
    public: (allowed_registration_bonus) => ({ allowed_registration_bonus }),
  }),
  registration_bonus_amount: setting({
    type: decimal({ min: 0, max: 999_999_999, unit: 'money', note: 'in major units of the currency' }),
    default: 0,
    effect: 'what new accounts get as a bonus to their balance',
    public: (registration_bonus_amount) => ({ registration_bonus_amount }),
  }),
  ...sellerSettings,
}

type Values = ValuesOf<typeof billingSettings>
type Fields = PublicOf<typeof billingSettings>

declare module '../../platform/server/settings/settings.ts' {
  interface SettingValues extends Values {}
  interface PublicConfig extends Fields {}
}
