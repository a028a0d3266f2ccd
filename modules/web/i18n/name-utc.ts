/** Names UTC after a date for a reader whose time zone is not known: theirs may have another day. */
export const nameUtc = (date: string, timezone: string | null | undefined): string =>
  timezone ? date : `${date}\u00A0(UTC)`
