import { type BodyOf, isEmail } from '../../../shared/contract.ts'
import { maxPasswordLength, minPasswordLength } from '../../../users/contract.ts'
import { AdminCommandError } from '../../../users/index.ts'
import type { setAdmin } from '../../contract.ts'
import { installerErrors } from '../errors.ts'
import { type Installer, SetUpAlreadyError } from '../installer.ts'

/** Creates the administrator, stores the answers of the other steps, and completes the setup. */
export const createAdministrator = async (
  installer: Installer,
  { name = '', email = '', password = '', password_confirmation }: BodyOf<typeof setAdmin>,
  answers: Record<string, string>,
): Promise<void> => {
  const { length } = password
  const errors = {
    ...(name.trim() ? {} : { name: ['platform:validation.required'] }),
    ...(isEmail(email.trim()) ? {} : { email: ['installer:error.value-invalid'] }),
    ...(length < minPasswordLength || length > maxPasswordLength
      ? { password: ['installer:error.password-weak'] }
      : {}),
    ...(password === password_confirmation ? {} : { password_confirmation: ['installer:error.password-mismatch'] }),
  }
  if (errors.name || errors.email) throw installerErrors.fail('value-invalid', { errors })
  if (errors.password) throw installerErrors.fail('password-weak', { errors })
  if (errors.password_confirmation) throw installerErrors.fail('password-mismatch', { errors })
  try {
    await installer.setup({ adminName: name.trim(), adminEmail: email.trim(), adminPassword: password, answers })
  } catch (error) {
    if (error instanceof SetUpAlreadyError) throw installerErrors.fail('installed')
    if (!(error instanceof AdminCommandError && error.field)) throw error
    if (error.field === 'password') throw installerErrors.fail('password-weak')
    throw installerErrors.fail('value-invalid', { field: error.field })
  }
}
