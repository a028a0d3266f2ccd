import type { Item } from '../../tree/contract.ts'

const languages: Record<string, string> = {
  bash: 'sh bash zsh',
  c: 'c h',
  cpp: 'cpp cc cxx hpp hh',
  csharp: 'cs',
  css: 'css',
  diff: 'diff patch',
  go: 'go',
  graphql: 'graphql gql',
  ini: 'ini toml conf cfg properties',
  java: 'java',
  javascript: 'js mjs cjs jsx',
  json: 'json jsonc webmanifest map',
  kotlin: 'kt kts',
  less: 'less',
  lua: 'lua',
  makefile: 'mk makefile',
  objectivec: 'm mm',
  perl: 'pl pm',
  php: 'php',
  python: 'py pyw',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  scss: 'scss',
  sql: 'sql',
  swift: 'swift',
  typescript: 'ts tsx mts cts',
  vbnet: 'vb',
  xml: 'xml xsl xslt html htm xhtml svg plist vue rss atom',
  yaml: 'yml yaml',
}
const byExtension = new Map(
  Object.entries(languages).flatMap(([language, list]) => list.split(' ').map((ext) => [ext, language] as const)),
)

/** Language for syntax highlighting; null for plain text. */
export const languageOf = ({ attributes: { extension, name } }: Item): string | null =>
  byExtension.get(extension?.toLowerCase() ?? '') ?? (/^(dockerfile|makefile)$/i.test(name) ? 'makefile' : null)

/** Whether a text is formatted as Markdown. */
export const isMarkdownText = ({ attributes: { mimetype, extension } }: Item): boolean =>
  mimetype === 'text/markdown' || /^(md|markdown)$/i.test(extension ?? '')

/** Whether a text may be shown as a table. */
export const isTableText = ({ attributes: { mimetype, extension } }: Item): boolean =>
  mimetype === 'text/csv' || mimetype === 'text/tab-separated-values' || /^(csv|tsv)$/i.test(extension ?? '')
