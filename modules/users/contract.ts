export { getBotCheck } from '../shared/contract.ts'
export * from './contract/account.ts'
export * from './contract/auth.ts'
export * from './contract/confirmation.ts'
export * from './contract/data-export.ts'
export * from './contract/deletion.ts'
export * from './contract/device-name.ts'
export {
  AvatarUrls,
  Email,
  maxNameLength,
  maxPasswordLength,
  minPasswordLength,
  NewPassword,
  namePattern,
  PersonName,
  unsafeInLines,
} from './contract/fields.ts'
export * from './contract/network-drive.ts'
export * from './contract/passkeys.ts'
export * from './contract/profile.ts'
export * from './contract/providers.ts'
export { safeRedirect } from './contract/safe-redirect.ts'
export * from './contract/security.ts'
export * from './contract/sign-out.ts'
export * from './contract/two-factor.ts'
export * from './contract/user.ts'
export * from './contract/user-settings.ts'
export { euCountryOf, normalVatNumber } from './contract/vat-number.ts'
