/** PRODUCT.md §5. */
const form = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Addresses as people paste them: between commas, semicolons, spaces or lines. */
export const parseEmails = (text: string): { emails: string[]; wrong: string[] } => {
  const all = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  return { emails: all.filter((one) => form.test(one)), wrong: all.filter((one) => !form.test(one)) }
}
