/** PRODUCT.md §5. */
const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Emails separated by commas, semicolons, spaces or line breaks. */
export const parseEmails = (text: string): { emails: string[]; invalid: string[] } => {
  const all = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  return { emails: all.filter((email) => pattern.test(email)), invalid: all.filter((email) => !pattern.test(email)) }
}
