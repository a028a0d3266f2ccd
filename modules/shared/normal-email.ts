/** Matches a domain with letters outside of ASCII. Excludes characters that begin another part of a URL: `/`, `#`, `:`. */
const international = /^(?=.*\P{ASCII})[\w.\P{ASCII}-]+$/u

const toPunycode = (domain: string): string => {
  if (!international.test(domain)) return domain
  try {
    return new URL(`ws://${domain}`).hostname
  } catch {
    // Not a domain.
    return domain
  }
}

/**
 * The form in which emails are stored and compared: NFC, lower case, the domain in ASCII. Some browsers send the domain of
 * an email field in Punycode, others as it was typed.
 */
export const normalEmail = (email: string): string => {
  const text = email.trim().normalize('NFC')
  const domainAt = text.lastIndexOf('@') + 1 || text.length
  // The domain first: IDNA has its own rules for lower case.
  return (text.slice(0, domainAt) + toPunycode(text.slice(domainAt))).toLowerCase()
}

/** Whether both are the same email, however they are written. */
export const isSameEmail = (one: string, other: string): boolean => normalEmail(one) === normalEmail(other)
