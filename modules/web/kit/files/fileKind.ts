export const fileKinds = [
  'folder',
  'image',
  'video',
  'audio',
  'document',
  'pdf',
  'archive',
  'code',
  'text',
  'other',
] as const

export type FileKind = (typeof fileKinds)[number]

const byExtension: Record<Exclude<FileKind, 'folder' | 'other'>, string> = {
  image: 'jpg jpeg png gif webp avif heic heif hif svg bmp tif tiff ico raw cr2 nef dng psd ai',
  video: 'mp4 m4v mov webm mkv avi wmv flv mpg mpeg ogv 3gp',
  audio: 'mp3 m4a aac wav flac ogg oga opus wma aif aiff mid',
  document: 'doc docx odt rtf pages xls xlsx ods numbers csv tsv ppt pptx odp key epub',
  pdf: 'pdf',
  archive: 'zip rar 7z tar gz tgz bz2 xz zst dmg iso jar',
  code: 'js mjs ts tsx jsx json html htm css scss php py rb go rs java kt swift c h cpp cs sh sql xml yml yaml toml vue',
  text: 'txt md log ini conf nfo srt vtt',
}

const kinds = new Map(
  Object.entries(byExtension).flatMap(([kind, list]) => list.split(' ').map((ext) => [ext, kind as FileKind] as const)),
)

/** The icon's kind by extension (without the dot), else by MIME type. */
export const fileKind = (mimetype?: string | null, extension?: string | null): FileKind => {
  const kind = kinds.get(extension?.toLowerCase() ?? '')
  if (kind) return kind
  const family = mimetype?.split('/')[0]
  if (mimetype === 'application/pdf') return 'pdf'
  return family === 'image' || family === 'video' || family === 'audio' || family === 'text' ? family : 'other'
}
