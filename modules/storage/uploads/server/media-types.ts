import type { ItemKind } from '../../tree/contract.ts'

/**
 * Text formats by extension, because such files have no signature. Types that a browser would execute are listed, so
 * that they are never served inline.
 */
export const textTypes: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  cjs: 'text/javascript',
  ts: 'text/x-typescript',
  json: 'application/json',
  xml: 'application/xml',
  xsl: 'application/xslt+xml',
  svg: 'image/svg+xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  toml: 'application/toml',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  php: 'application/x-php',
  sh: 'application/x-sh',
  py: 'text/x-python',
  mht: 'multipart/related',
  mhtml: 'multipart/related',
  eml: 'message/rfc822',
  srt: 'application/x-subrip',
  tex: 'application/x-tex',
}

/** Formats inside ZIP and legacy Office containers, by extension: the first bytes do not tell them apart. */
export const containerTypes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/zip': {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    epub: 'application/epub+zip',
    jar: 'application/java-archive',
    apk: 'application/vnd.android.package-archive',
  },
  'application/x-cfb': {
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    msg: 'application/vnd.ms-outlook',
  },
}

const documents =
  /^(application\/(pdf|msword|rtf|epub\+zip|vnd\.(ms-|openxmlformats|oasis).*|x-tex|json|xml|yaml|toml)|text\/(?!html|css|javascript).*)$/

/** The kind of a file by its detected media type (D1). */
export const itemKindOf = (mediaType: string): ItemKind => {
  const [half] = mediaType.split('/')
  if (half === 'image' || half === 'video' || half === 'audio') return half
  return documents.test(mediaType) ? 'document' : 'other'
}
