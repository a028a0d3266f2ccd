/** The text with ASCII digits in place of the digits that Arabic and Persian keyboards type. */
export const asciiDigits = (text: string): string =>
  // The last four bits of the characters in both rows are the digit.
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))

/**
 * A code in the form in which codes are compared: without spaces and invisible marks, which copying adds, and with ASCII
 * digits. Full-width digits get their Unicode compatibility form.
 */
export const normalCode = (code: string): string => asciiDigits(code.normalize('NFKC').replace(/[\s\p{Cf}]/gu, ''))
