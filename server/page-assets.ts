import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { criticalCss } from './critical-css.ts'
import { pageWords } from './page-words.ts'

const clientBuild = fileURLToPath(new URL('../dist/client', import.meta.url))

/** The tags of a page's files, as Vike writes them: in the head, and those of scripts at the end of the body. */
export interface Tags {
  head: string
  body: string
}

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
const linkTags = (html: string) => html.match(/<link [^>]*>/g) ?? []

/** `rel`, `href` and `as` of a link element. */
type Preload = string[]

/**
 * A script that loads the style sheets and the preloads after the first paint, and runs the page's entry when the style
 * sheets are there: before, they would compete with the page itself on a slow connection. Starting a fetch takes some
 * milliseconds on a slow phone, so each is a task of its own. A page in a hidden tab never paints and does not wait.
 */
const deferredLoader = (links: Preload[], entry: string, nonce: string): string => `<script nonce="${nonce}">(n=>{
const add=(tag,of)=>document.head.append(Object.assign(document.createElement(tag),of)),
go=async()=>{const sheets=[]
for(const[rel,href,as]of ${JSON.stringify(links)}){const of={rel,href,as,nonce:n,crossOrigin:as==='fetch'?'anonymous':null}
if(rel==='stylesheet')sheets.push(new Promise(then=>{of.onload=of.onerror=then}))
add('link',of)
await new Promise(then=>setTimeout(then))}
await Promise.all(sheets)
add('script',{type:'module',src:${JSON.stringify(entry)},nonce:n})}
document.hidden?go():requestAnimationFrame(()=>requestAnimationFrame(go))
})(document.currentScript.nonce)</script>`

/**
 * Tags for first-time visitors: the rules that the page's markup needs are inlined, because fetching style sheets would
 * delay the first paint by a round trip; whole style sheets, scripts and texts load after it. The preloaded font
 * starts with the document, as the first paint's text is drawn in it. Browsers without scripts load the style sheets too, for what the selection may miss.
 */
export const firstPaintTags = (pageId: string, { head, body }: Tags, nonce: string): Tags => {
  const words = pageWords(pageId)
  const rules: string[] = []
  const sheets: Preload[] = []
  const preloads: Preload[] = []
  const fonts: string[] = []
  for (const tag of [...linkTags(head), ...linkTags(body)]) {
    const [rel = '', href = '', as = ''] = ['rel', 'href', 'as'].map((name) => attribute(tag, name))
    if (rel === 'stylesheet') {
      rules.push(criticalCss(readFileSync(`${clientBuild}${href}`, 'utf8'), words))
      sheets.push([rel, href, ''])
    } else if (as === 'font') fonts.push(tag)
    else preloads.push([rel, href, as])
  }
  const entry = /<script src="([^"]+)"/.exec(body)?.[1] ?? ''
  const style = `<style nonce="${nonce}">${rules.join('')}</style>`
  const links = sheets.map(([, href]) => `<link rel="stylesheet" href="${href}">`).join('')
  return {
    head: `${fonts.join('')}${style}<noscript>${links}</noscript>`,
    body: deferredLoader([...sheets, ...preloads], entry, nonce),
  }
}
