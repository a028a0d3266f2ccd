import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NonceTemplate, newPlaceholders } from './nonce-template.ts'

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
 * A script that starts the preloads and the page's entry after the first paint: before, they would compete with the page
 * itself on a slow connection. Starting a fetch takes some milliseconds on a slow phone, so each is a task of its own.
 * A page in a hidden tab never paints and therefore does not wait.
 */
const deferredLoader = (preloads: Preload[], entry: string, nonce: string): string => `<script nonce="${nonce}">(n=>{
const add=(tag,of)=>document.head.append(Object.assign(document.createElement(tag),of)),
go=async()=>{for(const[rel,href,as]of ${JSON.stringify(preloads)}){add('link',{rel,href,as,nonce:n,crossOrigin:as==='fetch'?'anonymous':null});
await new Promise(then=>setTimeout(then))}
add('script',{type:'module',src:${JSON.stringify(entry)},nonce:n})}
document.hidden?go():requestAnimationFrame(()=>requestAnimationFrame(go))
})(document.currentScript.nonce)</script>`

/**
 * Tags for first-time visitors: the style sheets are inlined, because fetching them would delay the first paint by a round
 * trip, and scripts and texts load after it. The style sheets request the fonts that the page's characters need.
 */
const firstPaintTags = ({ head, body }: Tags, nonce: string): Tags => {
  const styles: string[] = []
  const preloads: Preload[] = []
  for (const tag of [...linkTags(head), ...linkTags(body)]) {
    const [rel = '', href = '', as = ''] = ['rel', 'href', 'as'].map((name) => attribute(tag, name))
    // The link stays in the page, disabled: a script that needs the style sheet finds it and does not fetch it again.
    if (rel === 'stylesheet')
      styles.push(
        `<style nonce="${nonce}">${readFileSync(`${clientBuild}${href}`, 'utf8')}</style><link rel="stylesheet" href="${href}" disabled>`,
      )
    else if (as !== 'font') preloads.push([rel, href, as])
  }
  const entry = /<script src="([^"]+)"/.exec(body)?.[1] ?? ''
  return { head: styles.join('\n    '), body: deferredLoader(preloads, entry, nonce) }
}

const templates = new Map<string, { head: NonceTemplate; body: NonceTemplate }>()

/** The first-paint tags of a page as templates, made once per page and language: they change with the build only. */
export const firstPaintTemplates = (tags: Tags, nonce: string): { head: NonceTemplate; body: NonceTemplate } => {
  const key = tags.head + tags.body.replaceAll(nonce, '')
  const known = templates.get(key)
  if (known) return known
  const placeholders = newPlaceholders()
  const { head, body } = firstPaintTags(tags, placeholders.nonce)
  const made = { head: NonceTemplate.of(head, placeholders), body: NonceTemplate.of(body, placeholders) }
  templates.set(key, made)
  return made
}
