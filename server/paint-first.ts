import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const built = fileURLToPath(new URL('../dist/client', import.meta.url))
const sheets = new Map<string, string>()

const sheet = (path: string): string => {
  const known = sheets.get(path) ?? readFileSync(`${built}${path}`, 'utf8')
  sheets.set(path, known)
  return known
}

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

/**
 * Fetches what the page needs to come alive when its first picture is on the screen: before, all of it would share a slow
 * line with the page itself. To begin a fetch takes a slow phone some milliseconds, so each is a task of its own. A page in
 * a hidden tab paints nothing and does not wait.
 */
const later = (ahead: string[][], entry: string, nonce: string): string => `<script nonce="${nonce}">(n=>{
const add=(tag,of)=>document.head.append(Object.assign(document.createElement(tag),of)),
go=async()=>{for(const[rel,href,as]of ${JSON.stringify(ahead)}){add('link',{rel,href,as,nonce:n,crossOrigin:as==='fetch'?'anonymous':null});
await new Promise(then=>setTimeout(then))}
add('script',{type:'module',src:${JSON.stringify(entry)},nonce:n})}
document.hidden?go():requestAnimationFrame(()=>requestAnimationFrame(go))
})(document.currentScript.nonce)</script>`

/**
 * A built page as somebody needs it who is here for the first time: its style sheets inside of it, for they would cost
 * a second way there and back before anything is seen, and its scripts, texts and fonts after the first paint.
 */
export const paintFirst = (html: string, nonce: string): string => {
  const ahead: string[][] = []
  let entry = ''
  const own = html
    // The link stays, switched off: a script that needs the sheet sees that it is there and does not fetch it again.
    .replace(/<link rel="stylesheet"[^>]*>/g, (tag) => {
      const href = attribute(tag, 'href') ?? ''
      return `<style nonce="${nonce}">${sheet(href)}</style><link rel="stylesheet" href="${href}" disabled>`
    })
    // The style sheet asks for the font that the page's letters need.
    .replace(/\s*<link rel="preload"[^>]* as="font"[^>]*>/g, '')
    .replace(/\s*<link rel="(?:modulepreload|preload)"[^>]*>/g, (tag) => {
      ahead.push(['rel', 'href', 'as'].map((name) => attribute(tag, name) ?? ''))
      return ''
    })
    .replace(/\s*<script src="([^"]+)" type="module"[^>]*><\/script>/, (_tag, src: string) => {
      entry = src
      return ''
    })
  return entry ? own.replace(/\s*<\/body>/, () => `${later(ahead, entry, nonce)}\n  </body>`) : html
}
