import { usersErrors } from '../errors.ts'

/** What other modules need before there can be a new account, such as a plan by which it is billed. */
export class SignUpConditions {
  private readonly conditions: (() => Promise<boolean>)[] = []

  add(condition: () => Promise<boolean>): void {
    this.conditions.push(condition)
  }

  /** Throws 409 `registration-disabled` unless all are met. */
  async require(): Promise<void> {
    for (const isMet of this.conditions) if (!(await isMet())) throw usersErrors.fail('registration-disabled')
  }
}
