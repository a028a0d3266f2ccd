import { type AppError, type Platform, platformErrors } from '../../../platform/index.ts'
import { usersErrors } from '../errors.ts'
import { isDisposable } from './disposable-email.ts'

/** Conditions for a new account: the settings, and conditions of other modules, such as a plan that bills it. */
export class SignUpConditions {
  private readonly conditions: (() => Promise<boolean>)[] = []
  private readonly settings: Platform['settings']
  constructor(settings: Platform['settings']) {
    this.settings = settings
  }

  add(condition: () => Promise<boolean>): void {
    this.conditions.push(condition)
  }

  /**
   * Throws 409 `registration-disabled` unless the conditions of other modules are met, which administrators have to
   * meet too.
   */
  async require(): Promise<void> {
    if (!(await this.areMet())) throw usersErrors.fail('registration-disabled')
  }

  /** Throws 409 `registration-disabled`, 401 `registration-closed`, 422 for a disposable email. */
  async requireSignUp(email: string): Promise<void> {
    const rejection = await this.rejectionOf(email)
    if (rejection) throw rejection
  }

  /** Throws 422 for a disposable email while they are not accepted. */
  async requireAccepted(email: string): Promise<void> {
    const rejection = await this.rejectionOfEmail(email)
    if (rejection) throw rejection
  }

  /** True when people can sign up; with `email`, when this email can. */
  async allowSignUp(email = ''): Promise<boolean> {
    return (await this.rejectionOf(email)) === null
  }

  private async areMet(): Promise<boolean> {
    for (const isMet of this.conditions) if (!(await isMet())) return false
    return true
  }

  private async rejectionOf(email: string): Promise<AppError | null> {
    if (!(await this.areMet())) return usersErrors.fail('registration-disabled')
    if (!(await this.settings.get('registration'))) return usersErrors.fail('registration-closed')
    return this.rejectionOfEmail(email)
  }

  private async rejectionOfEmail(email: string): Promise<AppError | null> {
    return isDisposable(email) && (await this.settings.get('block_disposable_email'))
      ? platformErrors.fail('validation-failed', { errors: { email: ['users:validation.email-disposable'] } })
      : null
  }
}
