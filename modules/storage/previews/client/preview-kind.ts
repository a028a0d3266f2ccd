import type { Item } from '../../tree/contract.ts'
import { isTextType } from '../contract.ts'

export type PreviewKind = 'image' | 'svg' | 'video' | 'audio' | 'pdf' | 'markdown' | 'code' | 'text' | 'none'

/** Image types that browsers decode. Others are shown by their thumbnail, or not at all. */
const nativeImageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])
export const isNativeImage = (item: Item): boolean => nativeImageTypes.has(item.attributes.mimetype ?? '')

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

/** How a file is shown. Depends on the sniffed type; the extension only distinguishes texts. */
export const previewOf = (item: Item): PreviewKind => {
  const { mimetype, extension, thumbnail, file_url: url } = item.attributes
  const type = mimetype ?? ''
  if (!url) return 'none'
  if (type === 'image/svg+xml') return 'svg'
  if (type.startsWith('image/')) return nativeImageTypes.has(type) || thumbnail ? 'image' : 'none'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/') || type === 'application/ogg') return 'audio'
  if (type === 'application/pdf') return 'pdf'
  if (!isTextType(type)) return 'none'
  if (type === 'text/markdown' || /^(md|markdown)$/i.test(extension ?? '')) return 'markdown'
  return languageOf(item) ? 'code' : 'text'
}
