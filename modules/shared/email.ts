/** Characters that an email may not contain: quotes, groups, lists, control characters (A64). */
const forbidden = '\\s\\u0000-\\u001f\\u007f-\\u009f@"<>(),:;\\[\\]\\\\'

export const maxEmailLength = 254

/** Pattern of an email, for schemas: text @ text . text. The mailer accepts each that matches. */
export const emailPattern = `^[^${forbidden}]+@[^${forbidden}]+\\.[^${forbidden}.]+$`

/** Whether a text matches `emailPattern`, and is not too long. */
export const isEmail = (text: string): boolean =>
  text.length <= maxEmailLength && new RegExp(emailPattern, 'u').test(text)

/**
 * Whether a mail server parses a text as a single recipient (A64). Unlike an email, the domain may be a host name without
 * dots, as in an administrator's settings.
 */
export const isMailbox = (text: string): boolean => new RegExp(`^[^${forbidden}]+@[^${forbidden}]+$`, 'u').test(text)
