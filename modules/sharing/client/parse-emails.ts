/** Parts of a text separated by commas, semicolons, spaces or line breaks. */
export const splitEmails = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
