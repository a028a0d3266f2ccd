/** Characters that an email may not contain: quotes, groups, lists, control characters (A64). */
const forbidden = '\\s\\u0000-\\u001f\\u007f-\\u009f@"<>(),:;\\[\\]\\\\'

/** Pattern of an email: text @ text . text. The mailer accepts each that matches. */
export const emailPattern = `^[^${forbidden}]+@[^${forbidden}]+\\.[^${forbidden}.]+$`
