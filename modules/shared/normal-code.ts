/** ASCII digits in place of those that Arabic and Persian keyboards type. */
export const asciiDigits = (text: string): string =>
  // The last four bits of both rows are the digit.
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))

/**
 * A code as it is compared: without spaces and invisible marks, which copying adds, and with ASCII digits. Those of full width
 * are in Unicode's compatibility form.
 */
export const normalCode = (code: string): string => asciiDigits(code.normalize('NFKC').replace(/[\s\p{Cf}]/gu, ''))
