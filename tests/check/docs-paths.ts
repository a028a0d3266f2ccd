import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const rootFolders = 'docs|locales|migrations|modules|pages|renderer|server|tests'
/** `modules/…` in backticks; patterns with `{…}`, `*` or `…` are not paths. */
const cited = new RegExp(`\`((?:${rootFolders})/[^\`\\s*{}…]+)\``, 'g')
const links = /\]\((?!https?:|#)([^)#\s]+)/g

/** Cited paths that do not exist, one line each, and the number of cited paths. */
export const checkDocsPaths = (tree: string): { paths: number; faults: string[] } => {
  const documents = globSync(['*.md', 'docs/*.md', 'modules/*/README.md'], { cwd: tree })
  let paths = 0
  const faults = documents.flatMap((document) => {
    const text = readFileSync(join(tree, document), 'utf8')
    const inner = [...text.matchAll(cited)].map(([, path]) => ({ path: path as string, at: path as string }))
    const linked = [...text.matchAll(links)].map(([, path]) => ({
      path: path as string,
      at: join(document, '..', path as string),
    }))
    const all = [...inner, ...linked]
    paths += all.length
    const isThere = (at: string) => existsSync(join(tree, at)) || existsSync(join(tree, document, '..', at))
    return all.filter(({ at }) => !isThere(at)).map(({ path }) => `${document} cites ${path}`)
  })
  return { paths, faults }
}
