import type { BodyOf } from '../../../shared/contract.ts'
import { emailPattern } from '../../../users/contract.ts'
import { AdminCommandError } from '../../../users/index.ts'
import type { setAdmin } from '../../contract.ts'
import { installerErrors } from '../errors.ts'
import type { Installer } from '../installer.ts'

/** Creates the administrator, stores the answers of the other steps, and completes the setup. */
export const createAdministrator = async (
  installer: Installer,
  { name = '', email = '', password = '', password_confirmation }: BodyOf<typeof setAdmin>,
  answers: Record<string, string>,
): Promise<void> => {
  if (!name.trim()) throw installerErrors.fail('value-invalid', { field: 'name' })
  if (!new RegExp(emailPattern, 'u').test(email.trim())) throw installerErrors.fail('value-invalid', { field: 'email' })
  if (password !== password_confirmation) throw installerErrors.fail('password-mismatch')
  try {
    await installer.setup({ adminName: name.trim(), adminEmail: email.trim(), adminPassword: password, answers })
  } catch (error) {
    if (!(error instanceof AdminCommandError)) throw error
    // Another request has completed the setup meanwhile.
    throw (await installer.isDone()) ? installerErrors.fail('installed') : installerErrors.fail('password-weak')
  }
}
