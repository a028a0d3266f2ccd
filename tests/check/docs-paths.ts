import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const rootFolders = 'docs|locales|migrations|modules|pages|renderer|server|tests'
/** `modules/…` in backticks; patterns with `{…}`, `*` or `…` are not paths. */
const cited = new RegExp(`\`((?:${rootFolders})/[^\`\\s*{}…]+)\``, 'g')
/** “`name`, `other` in `modules/…`”: names that the file must contain. */
const named = new RegExp(
  `((?:\`[\\w$.]+\`(?:,? and |, ))*\`[\\w$.]+\`) (?:in|of) \`((?:${rootFolders})/[^\`\\s*{}…]+\\.[a-z]+)\``,
  'g',
)
const links = /\]\((?!https?:|#)([^)#\s]+)/g

/** Names that are cited with a file and do not occur in it. */
const namesAbsent = (tree: string, document: string, text: string): string[] =>
  [...text.matchAll(named)].flatMap(([, names = '', path = '']) => {
    const file = join(tree, path)
    if (!existsSync(file)) return []
    const code = readFileSync(file, 'utf8')
    return [...names.matchAll(/`([^`]+)`/g)]
      .filter(([, name]) => !code.includes(name as string))
      .map(([, name]) => `${document} cites ${name} in ${path}`)
  })

/** Cited paths that do not exist and names that are not in their file, one line each, and the number of cited paths. */
export const checkDocsPaths = (tree: string): { paths: number; faults: string[] } => {
  const documents = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md', 'modules/*/README.md'], { cwd: tree })
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
    const missing = all.filter(({ at }) => !isThere(at)).map(({ path }) => `${document} cites ${path}`)
    return [...missing, ...namesAbsent(tree, document, text)]
  })
  return { paths, faults }
}
