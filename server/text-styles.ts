import { BoundedMap } from '../modules/shared/contract.ts'
import { namedAttributes, type OptionalFont, optionalFonts, optionalTags } from './sheet-conditions.ts'
import { propertiesRead, type StyleRule } from './style-rules.ts'

const classAttribute = ' class="'
/** Attributes that `style-rules.ts` reads of selectors. */
const selectable = [' data-', ' aria-', ' dir="']
/** Hidden fields, which the footer's forms have, are invisible and do not count. */
const control = /<(?:input(?! type="hidden")|select|textarea|progress)\b/
/** Distinct values of the class attributes. React escapes quotes in texts, so that only attributes match. */
const classValues = (html: string): Set<string> => {
  const values = new Set<string>()
  for (let at = html.indexOf(classAttribute); at >= 0; ) {
    const start = at + classAttribute.length
    const end = html.indexOf('"', start)
    values.add(html.slice(start, end))
    at = html.indexOf(classAttribute, end)
  }
  return values
}

/** The optional fonts that have characters of the document. */
const fontsOf = (html: string, fonts: readonly OptionalFont[]): OptionalFont[] => {
  const texts = new Set<string>()
  for (const [text] of html.matchAll(/[\u0080-\uffff]+/g)) texts.add(text)
  const all = [...texts].join('')
  return fonts.filter(({ characters }) => characters.test(all))
}

/** The named attributes of a document, each alone and with its value. */
const dataOf = (html: string, named: readonly string[]): Set<string> => {
  const data = new Set<string>()
  for (const start of selectable)
    for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, at + 1)) {
      const equals = html.indexOf('="', at)
      const name = html.slice(at + 1, equals)
      if (named.includes(name)) data.add(name).add(html.slice(at + 1, html.indexOf('"', equals + 2) + 1))
    }
  return data
}

/** The document without `noscript` elements: browsers that show them load the whole style sheets. */
const withoutNoscript = (html: string): string => {
  let rest = ''
  let from = 0
  for (let at = html.indexOf('<noscript'); at >= 0; at = html.indexOf('<noscript', from)) {
    rest += html.slice(from, at)
    from = html.indexOf('</noscript>', at)
  }
  return rest + html.slice(from)
}

/** The parts that a text of a document uses; one object for all texts that use the same. */
export interface TextUse {
  id: number
  classes: ReadonlySet<string>
  properties: ReadonlySet<string>
  data: ReadonlySet<string>
  tags: ReadonlySet<string>
  fonts: readonly OptionalFont[]
  forms: boolean
  focus: boolean
}

const maxKnown = 1_000
const isAscii = (text: string) => Buffer.byteLength(text) === text.length
export const joinSorted = (names: Iterable<string>) => [...names].sort().join('"')

/** Finds which parts of the same style sheets texts of documents use. */
export class TextStyles {
  readonly fonts: readonly OptionalFont[]
  private readonly attributes: readonly string[]
  private readonly tags: RegExp | null
  private readonly shared = new BoundedMap<string, TextUse>(maxKnown)
  private readonly uses = new BoundedMap<string, TextUse>(maxKnown)
  private lastId = 0
  constructor(sheets: readonly (readonly StyleRule[])[]) {
    this.fonts = optionalFonts(sheets)
    this.attributes = namedAttributes(sheets)
    const tags = [...optionalTags(sheets)]
    this.tags = tags.length > 0 ? new RegExp(`<(${tags.join('|')})[\\s/>]`, 'g') : null
  }

  /** The fonts that have characters of a text. */
  fontsOf(text: string): OptionalFont[] {
    return isAscii(text) ? [] : fontsOf(withoutNoscript(text), this.fonts)
  }

  /** As `of`, for a text that other documents have too. */
  ofShared(text: string): TextUse {
    const known = this.shared.get(text)
    if (known) return known
    const use = this.of(text)
    this.shared.set(text, use)
    return use
  }

  of(text: string): TextUse {
    const html = withoutNoscript(text)
    const use = {
      classes: classValues(html),
      properties: new Set(propertiesRead(html)),
      data: dataOf(html, this.attributes),
      tags: new Set(this.tags ? [...html.matchAll(this.tags)].map(([, tag = '']) => tag) : []),
      fonts: this.fontsOf(html),
      forms: control.test(html),
      focus: html.includes(' autofocus'),
    }
    const { classes, properties, data, tags, fonts, forms, focus } = use
    const key = [
      ...[classes, properties, data, tags].map(joinSorted),
      ...fonts.map((font) => this.fonts.indexOf(font)),
      forms,
      focus,
    ].join('\n')
    const known = this.uses.get(key)
    if (known) return known
    this.lastId += 1
    const added = { ...use, id: this.lastId }
    this.uses.set(key, added)
    return added
  }
}
