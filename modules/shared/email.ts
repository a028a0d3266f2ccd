/** Characters that an email may not contain: quotes, groups, lists, control characters (A64). */
const forbidden = '\\s\\u0000-\\u001f\\u007f-\\u009f@"<>(),:;\\[\\]\\\\'

export const maxEmailLength = 254

/** Pattern of an email, for schemas: text @ text . text. The mailer accepts each that matches. */
export const emailPattern = `^[^${forbidden}]+@[^${forbidden}]+\\.[^${forbidden}.]+$`

/** Whether a text matches `emailPattern`. */
export const isEmail = (text: string): boolean => new RegExp(emailPattern, 'u').test(text)

/** A domain with other letters than those of ASCII. Not what a URL would have as another part: `/`, `#`, `:`. */
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
 * The form in which emails are stored and compared: NFC, lower case, the domain in ASCII. Some browsers send what is typed into
 * a field for emails with its domain in Punycode, others as it was typed.
 */
export const normalEmail = (email: string): string => {
  const text = email.trim().normalize('NFC')
  const domainAt = text.lastIndexOf('@') + 1 || text.length
  // Before the lower case, which is not that of IDNA.
  return (text.slice(0, domainAt) + toPunycode(text.slice(domainAt))).toLowerCase()
}

/** Whether both are the same email, however they are written. */
export const isSameEmail = (one: string, other: string): boolean => normalEmail(one) === normalEmail(other)

/**
 * Whether a mail server parses a text as a single recipient (A64). Unlike an email, the domain may be a host name without
 * dots, as in an administrator's settings.
 */
export const isMailbox = (text: string): boolean => new RegExp(`^[^${forbidden}]+@[^${forbidden}]+$`, 'u').test(text)
