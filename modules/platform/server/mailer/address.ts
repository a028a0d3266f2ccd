/** One recipient, nothing that a mail server could read as two (A64). */
export const emailAddress = /^[^\s@"<>(),:;[\]\\\p{Cc}]+@[^\s@"<>(),:;[\]\\\p{Cc}]+$/u
