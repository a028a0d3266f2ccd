import { BoundedMap } from '../modules/shared/contract.ts'
import { flatRules, propertiesRead, type Rule } from './style-rules.ts'

/** Parts of the style sheets that a document uses. */
export interface UsedStyles {
  classes: ReadonlySet<string>
  /** Custom properties that its own styles and attributes read, as `--line`. */
  properties: ReadonlySet<string>
  /** Rules of optional fonts with characters that the document contains. */
  fonts: ReadonlySet<string>
  /** The document's `data-` attributes that the sheets name, each alone and with its value. */
  data: ReadonlySet<string>
  /** The `optionalTags` that the document contains. */
  tags: ReadonlySet<string>
  /** Has controls of forms. */
  forms: boolean
  /** Has an element that gets the focus. */
  focus: boolean
}

const classAttribute = ' class="'
/** Attributes that `style-rules.ts` reads of selectors. */
const selectable = [' data-', ' aria-', ' dir="']
/** Hidden fields, which the footer's forms have, are invisible and do not count. */
const control = /<(?:input(?! type="hidden")|select|textarea|progress)\b/
const unicodeRange = (fontFace: string) => /unicode-range:([^;}]+)/.exec(fontFace)?.[1] ?? ''
/** Whether a rule is a font for some characters only, unlike the preloaded one (with the space) and those without a range. */
export const isOptionalFont = (rule: string) =>
  rule.startsWith('@font-face') && !/^$|\bU\+0*20\b/i.test(unicodeRange(rule))

/** A font, and a pattern that finds one of its characters. */
interface OptionalFont {
  rule: string
  characters: RegExp
}

const optionalFonts = (sheets: readonly (readonly Rule[])[]): OptionalFont[] =>
  sheets.flat().flatMap((rule) => {
    if (rule.type !== 'statement' || !isOptionalFont(rule.text)) return []
    const ranges = unicodeRange(rule.text).replace(
      /U\+([\da-f]+)(?:-([\da-f]+))?,?/gi,
      (_all, first: string, last = first) => {
        return `\\u{${first}}-\\u{${last}}`
      },
    )
    return [{ rule: rule.text, characters: new RegExp(`[${ranges.replaceAll(' ', '')}]`, 'u') }]
  })

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

const decode = (value: string) => value.replaceAll('&gt;', '>').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

/** Names of the `data-` attributes that the sheets name. */
const namedAttributes = (sheets: readonly (readonly Rule[])[]): string[] => {
  const names = sheets
    .flatMap(flatRules)
    .flatMap((rule) => (rule.type === 'style' ? rule.selectors.flatMap(({ data }) => data) : []))
    .map((attribute) => attribute.replace(/=.*/s, ''))
  return [...new Set(names)]
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

/** Elements of so many documents that a search for them saves nothing. */
const commonTags = 'html body a div span p h1 h2 ul li svg label button input'.split(' ')

/** Elements that the sheets name and that a document may lack. */
const optionalTags = (sheets: readonly (readonly Rule[])[]): Set<string> => {
  const tags = sheets
    .flatMap(flatRules)
    .flatMap((rule) => (rule.type === 'style' ? rule.selectors.flatMap(({ tags }) => tags) : []))
  return new Set(tags.filter((tag) => !commonTags.includes(tag)))
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

/** What a text of a document uses; one object for all texts that use the same. */
interface TextUse extends Omit<UsedStyles, 'fonts'> {
  id: number
  fonts: readonly OptionalFont[]
}

/** What a document uses; one object for documents whose texts use the same. Others may have the same `key`. */
export interface DocumentUse {
  key: string
  used: () => UsedStyles
}

const sorted = (names: Iterable<string>) => [...names].sort().join('"')
const union = <T>(sets: readonly Iterable<T>[]): Set<T> => new Set(sets.flatMap((set) => [...set]))
const isAscii = (text: string) => Buffer.byteLength(text) === text.length

const maxKnown = 1_000

/** Finds which parts of the same style sheets documents use. */
export class StyleUse {
  private readonly fonts: readonly OptionalFont[]
  private readonly attributes: readonly string[]
  private readonly tags: RegExp | null
  private readonly ofShared = new BoundedMap<string, TextUse>(maxKnown)
  private readonly texts = new BoundedMap<string, TextUse>(maxKnown)
  private readonly documents = new BoundedMap<string, DocumentUse>(maxKnown)
  private lastId = 0
  constructor(sheets: readonly (readonly Rule[])[]) {
    this.fonts = optionalFonts(sheets)
    this.attributes = namedAttributes(sheets)
    const tags = [...optionalTags(sheets)]
    this.tags = tags.length > 0 ? new RegExp(`<(${tags.join('|')})[\\s/>]`, 'g') : null
  }

  /** The used parts, and a key that documents with the same used parts share. Characters of all texts choose the fonts. */
  of({ own, shared, rows }: DocumentOutline): DocumentUse {
    const texts = new Set([this.ofText(own), ...shared.map((text) => this.ofSharedText(text))])
    const fonts = new Set(rows.flatMap((row) => (isAscii(row) ? [] : fontsOf(withoutNoscript(row), this.fonts))))
    const ids = [...texts].map(({ id }) => id).sort((a, b) => a - b)
    const name = `${ids} ${[...fonts].map((font) => this.fonts.indexOf(font))}`
    const known = this.documents.get(name)
    if (known) return known
    const use = this.ofDocument([...texts], fonts)
    this.documents.set(name, use)
    return use
  }

  private ofDocument(texts: readonly TextUse[], ofRows: Iterable<OptionalFont>): DocumentUse {
    const [classes, properties, data, tags] = (['classes', 'properties', 'data', 'tags'] as const).map((name) =>
      union(texts.map((text) => text[name])),
    ) as [Set<string>, Set<string>, Set<string>, Set<string>]
    const reached = union([...texts.map(({ fonts }) => fonts), ofRows])
    const fonts = this.fonts.filter((font) => reached.has(font)).map(({ rule }) => rule)
    const forms = texts.some((text) => text.forms)
    const focus = texts.some((text) => text.focus)
    const key = [...[classes, properties, data, tags].map(sorted), ...fonts, forms, focus].join('\n')
    const used = () => ({
      classes: new Set([...classes].flatMap((value) => decode(value).split(/\s+/))),
      properties,
      fonts: new Set(fonts),
      data,
      tags: new Set([...commonTags, ...tags]),
      forms,
      focus,
    })
    return { key, used }
  }

  private ofSharedText(text: string): TextUse {
    const known = this.ofShared.get(text)
    if (known) return known
    const use = this.ofText(text)
    this.ofShared.set(text, use)
    return use
  }

  private ofText(text: string): TextUse {
    const html = withoutNoscript(text)
    const use = {
      classes: classValues(html),
      properties: new Set(propertiesRead(html)),
      data: dataOf(html, this.attributes),
      tags: new Set(this.tags ? [...html.matchAll(this.tags)].map(([, tag = '']) => tag) : []),
      fonts: isAscii(html) ? [] : fontsOf(html, this.fonts),
      forms: control.test(html),
      focus: html.includes(' autofocus'),
    }
    const { classes, properties, data, tags, fonts, forms, focus } = use
    const key = [
      ...[classes, properties, data, tags].map(sorted),
      ...fonts.map((font) => this.fonts.indexOf(font)),
      forms,
      focus,
    ].join('\n')
    const known = this.texts.get(key)
    if (known) return known
    this.lastId += 1
    const added = { ...use, id: this.lastId }
    this.texts.set(key, added)
    return added
  }
}
