import type { Messages } from './locales.ts'

/** The quotation marks of each language of `locales/`, opening and closing one. */
const quotes: Record<string, string> = {
  ar: '«»',
  cs: '„“',
  de: '„“',
  en: '“”',
  es: '“”',
  fr: '«»',
  it: '“”',
  ja: '「」',
  pl: '„”',
  'pt-BR': '“”',
  tr: '“”',
  zh: '“”',
}

const ideograph = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`
/** Punctuation of Latin script next to ideographs, which have full-width signs. */
const halfWidth = new RegExp(`${ideograph} ?(?:[,:;!?()]|\\.(?!\\w))|[,:;!?()]${ideograph}`, 'u')

/** Typographic faults by language. French puts no-break spaces before and inside double punctuation. */
const faults: Record<string, RegExp> = {
  fr: / [:;!?%»]|« |[^\s\u00a0\u202f.…][!?»](?!\w)|[^\s\u00a0\u202f/]:(?=\s|$)/,
  ja: halfWidth,
  zh: halfWidth,
}

/** A type of file begins with a point: `.{{type}}`. */
const withoutExtensions = (text: string) => text.replaceAll('.{{', '{{')

/** Texts with another language's quotation marks, spaces or punctuation. One line each. */
export const checkTypography = (locale: string, messages: Messages): string[] => {
  const foreign = new RegExp(`["“”„«»「」]`.replace(new RegExp(`[${quotes[locale] ?? '"“”„«»「」'}]`, 'g'), ''), 'u')
  return [...messages].flatMap(([key, text]) => [
    ...(quotes[locale] && foreign.test(text) ? [`${locale}: ${key} has quotation marks of another language`] : []),
    ...(faults[locale]?.test(withoutExtensions(text)) ? [`${locale}: ${key} has punctuation of another language`] : []),
  ])
}
