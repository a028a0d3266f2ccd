import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const clientBuild = fileURLToPath(new URL('../dist/client', import.meta.url))
const styleSheets = new Map<string, string>()

const styleSheet = (path: string): string => {
  const text = styleSheets.get(path) ?? readFileSync(`${clientBuild}${path}`, 'utf8')
  styleSheets.set(path, text)
  return text
}

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

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
 * Changes a built page for first-time visitors: inlines its style sheets, because fetching them would delay the first
 * paint by a round trip, and loads scripts, texts and fonts after the first paint. Returns `html` unchanged when it has
 * no entry script.
 */
export const inlineCriticalCss = (html: string, nonce: string): string => {
  const preloads: Preload[] = []
  let entry = ''
  const changed = html
    // The link stays in the page, disabled: a script that needs the style sheet finds it and does not fetch it again.
    .replace(/<link rel="stylesheet"[^>]*>/g, (tag) => {
      const href = attribute(tag, 'href') ?? ''
      return `<style nonce="${nonce}">${styleSheet(href)}</style><link rel="stylesheet" href="${href}" disabled>`
    })
    // The inlined style sheet requests the fonts that the page's characters need.
    .replace(/\s*<link rel="preload"[^>]* as="font"[^>]*>/g, '')
    .replace(/\s*<link rel="(?:modulepreload|preload)"[^>]*>/g, (tag) => {
      preloads.push(['rel', 'href', 'as'].map((name) => attribute(tag, name) ?? ''))
      return ''
    })
    .replace(/\s*<script src="([^"]+)" type="module"[^>]*><\/script>/, (_tag, src: string) => {
      entry = src
      return ''
    })
  return entry ? changed.replace(/\s*<\/body>/, () => `${deferredLoader(preloads, entry, nonce)}\n  </body>`) : html
}
