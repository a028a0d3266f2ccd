import { type Platform, platformErrors } from '../../../platform/index.ts'
import type { UserSettingName } from '../../contract.ts'
import type { AccountChanges, Accounts } from './accounts.ts'
import { normalTimezone } from './timezone.ts'

interface Rule {
  property: keyof AccountChanges
  /** The value to keep, or null when it will not do. */
  read(value: string): string | null
  /** `always`: a blank value clears it; `forced`: only with `force`; `never`. */
  clears: 'always' | 'forced' | 'never'
}

const oneLine = (max: number) => (value: string) => {
  const text = value.normalize('NFC')
  return [...text].length <= max && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text) ? text : null
}
const pattern = (expression: RegExp) => (value: string) => (expression.test(value) ? value : null)
const line = (property: keyof AccountChanges, max = 255): Rule => ({ property, read: oneLine(max), clears: 'forced' })

const rules = (locales: readonly string[]): Record<UserSettingName, Rule> => ({
  first_name: { ...line('firstName'), clears: 'never' },
  last_name: { ...line('lastName'), clears: 'always' },
  address: line('address'),
  city: line('city'),
  state: line('state'),
  postal_code: line('postalCode', 40),
  country: { property: 'country', read: pattern(/^[A-Z]{2}$/), clears: 'forced' },
  phone_number: { property: 'phoneNumber', read: pattern(/^[+()\d .\-/]{1,40}$/), clears: 'forced' },
  timezone: { property: 'timezone', read: normalTimezone, clears: 'forced' },
  locale: { property: 'locale', read: (value) => (locales.includes(value) ? value : null), clears: 'forced' },
  theme_mode: { property: 'themeMode', read: pattern(/^(dark|light|system)$/), clears: 'never' },
  emoji_type: { property: 'emojiType', read: pattern(/^(twemoji|native)$/), clears: 'never' },
})

const refuse = (field: string, reason: string) =>
  platformErrors.fail('validation-failed', { errors: { [field]: [reason] } })

/** What people change of themselves, by an allow-list of names (A60). */
export class Profile {
  private readonly accounts: Accounts
  private readonly rules: Record<string, Rule>
  constructor(accounts: Accounts, i18n: Platform['i18n']) {
    this.accounts = accounts
    this.rules = Object.assign(Object.create(null) as object, rules(i18n.locales))
  }

  /**
   * Names and values that were set, blank ones left out (PRODUCT.md §5). Throws 422 for an unknown name and for a
   * value that will not do; then nothing is changed. `field` names what was wrong in the answer.
   */
  async update(
    userId: string,
    changes: readonly { name: string; value: unknown; field: string }[],
    force = false,
  ): Promise<Partial<Record<UserSettingName, string | null>>> {
    const values: AccountChanges = {}
    const applied: Record<string, string | null> = {}
    for (const { name, value, field } of changes) {
      const rule = this.rules[name]
      if (!rule) throw refuse(field === 'value' ? 'name' : field, 'users:validation.unknown-setting')
      if (value !== null && typeof value !== 'string' && typeof value !== 'number')
        throw refuse(field, 'platform:validation.invalid')
      const text = value === null ? '' : String(value).trim()
      const blank = text === ''
      if (blank && rule.clears !== 'always' && !(force && rule.clears === 'forced')) continue
      const kept = blank ? null : rule.read(text)
      if (!blank && kept === null) throw refuse(field, 'platform:validation.invalid')
      Object.assign(values, { [rule.property]: kept })
      applied[name] = kept
    }
    if (Object.keys(values).length > 0) await this.accounts.update(userId, values)
    return applied
  }
}
