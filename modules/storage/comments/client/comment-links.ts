/** A part of a text; `href`: it is a link. */
interface TextPart {
  text: string
  href?: string
}

const links = /\b(?:https?:\/\/|mailto:)[^\s<>"“”«»]+/gi
const protocols = new Set(['http:', 'https:', 'mailto:'])
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Without the punctuation of the sentence that a link ends, and without a bracket that was opened before it. */
const withoutPunctuation = (found: string): string => {
  const last = found.at(-1) ?? ''
  const opening = closing[last]
  const isUnopened = opening !== undefined && found.split(opening).length < found.split(last).length
  return isUnopened || /[.,;:!?'’…]/.test(last) ? withoutPunctuation(found.slice(0, -1)) : found
}

const hrefOf = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && protocols.has(url.protocol) && (url.host !== '' || url.pathname !== '') ? url.href : undefined
}

/** Splits a plain text at its links (http, https and mailto). */
export const splitAtLinks = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(links)) {
    const link = withoutPunctuation(found)
    const href = hrefOf(link)
    if (!href) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: link, href })
    end = index + link.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
