import type { Account } from '../account.ts'
import { emptySections, type SectionValues } from '../user.resource.ts'

type SectionProvider<S extends keyof SectionValues> = (account: Account) => Promise<SectionValues[S]>

/** Composes `GET /api/user`: `users` owns the resource, other modules provide a section each. */
export class UserSections {
  private readonly providers = new Map<keyof SectionValues, (account: Account) => Promise<unknown>>()

  /** Throws when the section has a provider already. */
  provide<S extends keyof SectionValues>(section: S, provider: SectionProvider<S>): void {
    if (this.providers.has(section)) throw new Error(`two modules provide the section ${section} of a user`)
    this.providers.set(section, provider)
  }

  /** The values of all sections; empty ones where no module provides any. */
  async collect(account: Account): Promise<SectionValues> {
    const pairs = [...this.providers].map(async ([name, provider]) => [name, await provider(account)] as const)
    return { ...emptySections, ...(Object.fromEntries(await Promise.all(pairs)) as Partial<SectionValues>) }
  }
}
