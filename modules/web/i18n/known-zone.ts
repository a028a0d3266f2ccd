import { BoundedMap } from '../../shared/contract.ts'

/** Bounded: a cookie may name any zone. */
const known = new BoundedMap<string, boolean>(1_000)

const isKnown = (timeZone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

/** The zone, if `Intl` of this browser has it; a browser may be years older than the server that accepted the zone. */
export const supportedZone = (timeZone: string | null | undefined): string | null => {
  if (!timeZone) return null
  let found = known.get(timeZone)
  if (found === undefined) {
    found = isKnown(timeZone)
    known.set(timeZone, found)
  }
  return found ? timeZone : null
}

/** The account's time zone; null without one that this browser knows. */
export const userZone = (user: { timezone: string | null } | null): string | null => supportedZone(user?.timezone)

/** The zone in which the server renders, and the browser hydrates, for a user (null: a visitor). */
export const renderZone = (user: { timezone: string | null } | null, prefs: { zone?: string }): string =>
  userZone(user) ?? supportedZone(prefs.zone) ?? 'UTC'

/** The time zone of this browser. */
export const deviceZone = (): string => supportedZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC'
