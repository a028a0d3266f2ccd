/** A single recipient: no text that a mail server could parse as two (A64). */
export const emailAddress = /^[^\s@"<>(),:;[\]\\\p{Cc}]+@[^\s@"<>(),:;[\]\\\p{Cc}]+$/u

export const isEmailAddress = (text: string): boolean => emailAddress.test(text)
