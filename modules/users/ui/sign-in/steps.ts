/** Who the browser already knows by this address; all null for everyone else, so that unknown addresses look the same. */
export interface Person {
  name: string | null
  avatar: { xs: string; sm: string; md: string } | null
}

/** The steps of /sign-in, on one route. A second factor would be one more, between password and leaving. */
export type Step =
  | { name: 'email'; email: string }
  | { name: 'password'; email: string; person: Person }
  | { name: 'unverified'; email: string }
