import { BoundedMap } from '../modules/shared/contract.ts'
import { commonTags, type OptionalFont } from './sheet-conditions.ts'
import type { StyleRule } from './style-rules.ts'
import { joinSorted, TextStyles, type TextUse } from './text-styles.ts'

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

/** The parts that a document uses; one object for documents whose texts use the same. Others may have the same `key`. */
export interface DocumentUse {
  key: string
  used: () => UsedStyles
}

const decode = (value: string) => value.replaceAll('&gt;', '>').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

const union = <T>(sets: readonly Iterable<T>[]): Set<T> => new Set(sets.flatMap((set) => [...set]))

const maxKnown = 1_000

/** Finds which parts of the same style sheets documents use. */
export class StyleUse {
  private readonly texts: TextStyles
  private readonly documents = new BoundedMap<string, DocumentUse>(maxKnown)
  constructor(sheets: readonly (readonly StyleRule[])[]) {
    this.texts = new TextStyles(sheets)
  }

  /** The used parts, and a key that documents with the same used parts share. Characters of all texts choose the fonts. */
  of({ own, shared, rows }: DocumentOutline): DocumentUse {
    const texts = new Set([this.texts.of(own), ...shared.map((text) => this.texts.ofShared(text))])
    const fonts = new Set(rows.flatMap((row) => this.texts.fontsOf(row)))
    const ids = [...texts].map(({ id }) => id).sort((a, b) => a - b)
    const name = `${ids} ${[...fonts].map((font) => this.texts.fonts.indexOf(font))}`
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
    const fonts = this.texts.fonts.filter((font) => reached.has(font)).map(({ rule }) => rule)
    const forms = texts.some((text) => text.forms)
    const focus = texts.some((text) => text.focus)
    const key = [...[classes, properties, data, tags].map(joinSorted), ...fonts, forms, focus].join('\n')
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
}
