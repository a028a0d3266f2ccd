/**
 * A code as it is compared: without spaces and invisible marks, which copying adds, and with ASCII digits. Arabic and Persian
 * keyboards type digits of their own; those of full width are in Unicode's compatibility form.
 */
export const normalCode = (code: string): string =>
  code
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    // The last four bits of both rows are the digit.
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
