import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

type Doc = PDFKit.PDFDocument
type Weight = 'regular' | 'semibold'

const asset = (name: string) => fileURLToPath(new URL(`../../assets/${name}`, import.meta.url))
/** Inter (OFL 1.1) has Latin, Greek and Cyrillic letters. */
const inter = { regular: 'inter-400.ttf', semibold: 'inter-600.ttf' }
/** Height of Inter above the baseline, as a part of its size: fonts of one line share the baseline. */
const ascent = 0.97
/** Noto Sans (OFL 1.1) for the letters of names and addresses that Inter lacks, in one weight, compressed. */
const others = [
  {
    font: 'han',
    letters: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\u30fb\\u30fc\\uff00-\\uffef',
  },
  { font: 'arabic', letters: '\\u0600-\\u06ff\\u0750-\\u077f\\ufb50-\\ufdff\\ufe70-\\ufefc', isRightToLeft: true },
  { font: 'hebrew', letters: '\\u0590-\\u05ff\\ufb1d-\\ufb4f', isRightToLeft: true },
].map(({ letters, ...of }) => ({ ...of, letters: new RegExp(`[${letters}]+(?: +[${letters}]+)*`, 'u') }))

interface Run {
  text: string
  /** A registered name; null: the weight of Inter. */
  font: string | null
  isRightToLeft: boolean
}

/** Parts of a text by the font that has their letters. */
const split = (text: string): Run[] => {
  for (const { letters, font, isRightToLeft = false } of others) {
    const found = letters.exec(text)
    if (!found) continue
    const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
    return [...split(before), { text: found[0], font, isRightToLeft }, ...split(after)]
  }
  return text === '' ? [] : [{ text, font: null, isRightToLeft: false }]
}

/** The parts as they are drawn: a text whose first letter is Arabic or Hebrew begins at the right. */
const runsOf = (text: string): Run[] => {
  const runs = split(text)
  if (!runs.find((run) => /\p{L}/u.test(run.text))?.isRightToLeft) return runs
  const mirrored = runs.map((run) =>
    run.isRightToLeft ? run : { ...run, text: run.text.replace(/^( *)(.*?)( *)$/, '$3$2$1') },
  )
  return mirrored.reverse()
}

/** Registers the fonts of an invoice. Those for other letters are read with their first text. */
export const registerFonts = (doc: Doc): void => {
  for (const [weight, file] of Object.entries(inter)) doc.registerFont(weight, asset(file))
}

const registered = new WeakMap<Doc, Set<string>>()
const select = (doc: Doc, { font }: Run, weight: Weight): void => {
  if (font === null) {
    doc.font(weight)
    return
  }
  const known = registered.get(doc) ?? new Set()
  registered.set(doc, known)
  if (!known.has(font)) doc.registerFont(font, brotliDecompressSync(readFileSync(asset(`noto-${font}.ttf.br`))))
  known.add(font)
  doc.font(font)
}

interface Place {
  x: number
  y: number
  width: number
  size: number
  weight: Weight
  align?: 'left' | 'right'
}

/** Rounded up, so that the last part stays on the line. */
const widthOf = (doc: Doc, runs: readonly Run[], weight: Weight): number => {
  let width = 1
  for (const run of runs) {
    select(doc, run, weight)
    width += doc.widthOfString(run.text)
  }
  return width
}

/** Draws a text, each part of it with the font that has its letters. */
export const drawTextRuns = (doc: Doc, text: string, { x, y, width, size, weight, align = 'left' }: Place): void => {
  const runs = runsOf(text)
  doc.fontSize(size)
  // Parts that follow each other can only begin at the left.
  const isMixed = runs.length > 1
  const shift = isMixed && align === 'right' ? Math.max(0, width - widthOf(doc, runs, weight)) : 0
  for (const [n, run] of runs.entries()) {
    select(doc, run, weight)
    const options = {
      width: width - shift,
      align: isMixed ? 'left' : align,
      continued: n < runs.length - 1,
      baseline: -ascent * size,
      // A word after the other would be laid out from left to right.
      features: run.isRightToLeft ? [] : undefined,
    }
    if (n === 0) doc.text(run.text, x + shift, y, options)
    else doc.text(run.text, options)
  }
  doc.font(weight)
}

/** Height of a text that is drawn with this width. */
export const heightOfText = (doc: Doc, text: string, { width, size, weight }: Omit<Place, 'x' | 'y'>): number => {
  doc.fontSize(size)
  const heights = runsOf(text).map((run, _, { length }) => {
    select(doc, run, weight)
    return doc.heightOfString(length > 1 ? text : run.text, { width })
  })
  doc.font(weight)
  return Math.max(0, ...heights)
}
