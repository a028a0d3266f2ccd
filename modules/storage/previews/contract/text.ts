const decode = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}

/** Drops the last line, which may be cut in the middle of a character. */
const wholeLines = (text: string): string => {
  const end = text.lastIndexOf('\n')
  return end > 0 ? text.slice(0, end + 1) : text.replace(/\uFFFD$/, '')
}

/** The text of a file's first bytes: whole lines only, unless the bytes are the whole file. */
export const decodeBeginning = (bytes: Uint8Array, isWhole: boolean): string =>
  isWhole ? decode(bytes) : wholeLines(decode(bytes))
