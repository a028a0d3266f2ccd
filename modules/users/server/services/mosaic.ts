import type { Account } from '../account.ts'
import { emptySections, type UserSections } from '../user.resource.ts'

export type Contributor<S extends keyof UserSections> = (account: Account) => Promise<UserSections[S]>

/** `users` owns the frame of `GET /api/user`, other modules each a section of it. */
export class Mosaic {
  private readonly contributors = new Map<keyof UserSections, (account: Account) => Promise<unknown>>()

  contribute<S extends keyof UserSections>(section: S, contributor: Contributor<S>): void {
    if (this.contributors.has(section)) throw new Error(`the section ${section} of a user is contributed twice`)
    this.contributors.set(section, contributor)
  }

  /** All sections at once, empty ones where nobody contributes. */
  async of(account: Account): Promise<UserSections> {
    const pairs = [...this.contributors].map(async ([name, fill]) => [name, await fill(account)] as const)
    return { ...emptySections, ...(Object.fromEntries(await Promise.all(pairs)) as Partial<UserSections>) }
  }
}
