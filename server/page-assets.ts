import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BoundedMap } from '../modules/shared/contract.ts'
import { criticalCss, styleSheet } from './critical-css.ts'
import { NonceTemplate, type Placeholders } from './nonce-template.ts'
import { type DocumentUse, StyleUse } from './used-styles.ts'

const clientBuild = fileURLToPath(new URL('../dist/client', import.meta.url))

/**
 * The tags of a page's files, as Vike writes them: `head` in the head, and `body` with the scripts at the end of the body.
 */
export interface PageTags {
  head: string
  body: string
}

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
const linkTags = (html: string) => html.match(/<link [^>]*>/g) ?? []

/** Time in ms after which scripts no longer wait for the first paint and the page's picture. */
const longMs = 2_000

/** `rel` and `href` of a link element, and `as` where it says more than `rel`. */
type Preload = string[]

/**
 * A script that loads the style sheets and the preloads after the first paint, and runs the page's entry when the style
 * sheets are there: before, they would compete with the page itself on a slow connection. The browser says when it has
 * painted: counted frames are ahead of a slow phone's screen. The page's main picture comes first too. Neither is waited
 * for long. Starting a fetch takes some milliseconds on a slow phone, so each is a task of its own. A page in a hidden tab
 * does not paint and does not wait.
 */
const deferredLoader = (links: Preload[], entry: string, nonce: string): string => `<script nonce="${nonce}">(n=>{
const add=(tag,of)=>document.head.append(Object.assign(document.createElement(tag),of)),
go=async()=>{const sheets=[]
for(const[rel,href,as='']of ${JSON.stringify(links)}){const of={rel,href,as,nonce:n,crossOrigin:as==='fetch'?'anonymous':null}
if(rel==='stylesheet')sheets.push(new Promise(then=>{of.onload=of.onerror=then}))
add('link',of)
await new Promise(then=>setTimeout(then))}
await Promise.all(sheets)
add('script',{type:'module',src:${JSON.stringify(entry)},nonce:n})},
late=new Promise(then=>setTimeout(then,${longMs})),
paint=new Promise(then=>{document.addEventListener('visibilitychange',then)
new PerformanceObserver(list=>list.getEntriesByName('first-contentful-paint')[0]&&then()).observe({type:'paint',buffered:true})}),
main=document.querySelector('img[fetchpriority=high],video[poster]'),
shown=main&&(main.decode?main:Object.assign(new Image,{src:main.poster})).decode().catch(()=>{}).then(()=>new Promise(then=>requestAnimationFrame(()=>setTimeout(then))))
document.hidden?go():Promise.race([Promise.all([paint,shown]),late]).then(go)
})(document.currentScript.nonce)</script>`

/** Parsed style sheets of the build by their URLs. */
const parsed = new Map<string, ReturnType<typeof styleSheet>>()

const sheetOf = (href: string) => {
  const cached = parsed.get(href)
  if (cached) return cached
  const sheet = styleSheet(readFileSync(`${clientBuild}${href}`, 'utf8'))
  parsed.set(href, sheet)
  return sheet
}

const maxKept = 200
/** Tags by the files and the rules in them: the same in all languages. */
const kept = new BoundedMap<string, NonceTemplate>(maxKept)

/**
 * Tags for first-time visitors: the rules that a document's markup uses are inlined, because fetching style sheets would
 * delay the first paint by a round trip; whole style sheets, scripts and texts load after it. The preloaded font
 * starts with the document, as the first paint's text is drawn in it. Browsers without scripts load the style sheets too.
 */
export class FirstPaintTags {
  /** End of the body. */
  readonly body: string
  private readonly sheets: ReturnType<typeof styleSheet>[]
  private readonly use: StyleUse
  private readonly fonts: string
  private readonly links: string
  private readonly values: Placeholders
  private readonly known = new WeakMap<DocumentUse, NonceTemplate>()

  constructor({ head, body }: PageTags, values: Placeholders) {
    const sheets: string[] = []
    const preloads: Preload[] = []
    const fonts: string[] = []
    for (const tag of [...linkTags(head), ...linkTags(body)]) {
      const [rel = '', href = '', as = ''] = ['rel', 'href', 'as'].map((name) => attribute(tag, name))
      if (rel === 'stylesheet') sheets.push(href)
      else if (as === 'font') fonts.push(tag)
      else preloads.push(as === 'script' ? [rel, href] : [rel, href, as])
    }
    this.values = values
    this.sheets = sheets.map(sheetOf)
    this.use = new StyleUse(this.sheets)
    this.fonts = fonts.join('')
    this.links = sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
    const entry = /<script src="([^"]+)"/.exec(body)?.[1] ?? ''
    const deferred = [...sheets.map((href) => ['stylesheet', href]), ...preloads]
    this.body = deferredLoader(deferred, entry, values.nonce)
  }

  /** Tags in the head of a document; encoded and compressed once for all documents that use the same rules. */
  headOf(outline: DocumentOutline): NonceTemplate {
    const use = this.use.of(outline)
    const known = this.known.get(use)
    if (known) return known
    const tags = this.tagsOf(use)
    this.known.set(use, tags)
    return tags
  }

  private tagsOf({ key, used }: DocumentUse): NonceTemplate {
    const name = `${this.fonts}${this.links}${key}`
    const cached = kept.get(name)
    if (cached) return cached
    const style = `<style nonce="${this.values.nonce}">${criticalCss(this.sheets, used())}</style>`
    const tags = NonceTemplate.of([`${this.fonts}${style}<noscript>${this.links}</noscript>`], this.values)
    kept.set(name, tags)
    return tags
  }
}
