import type { Item } from '../../storage/contract.ts'
import type { ViewerSource } from '../../storage/ui.ts'

/** Where downloads are off, looking goes as far as there are previews: a file's bytes are its download. */
export const canPreview = ({ attributes: { thumbnail } }: Item, download: boolean): boolean =>
  download || thumbnail !== null

/** A file as the viewer may show it then: its preview as a picture, or that there is none. */
export const asPreviewOnly = (item: Item): Item => ({
  ...item,
  attributes: {
    ...item.attributes,
    file_url: item.attributes.thumbnail?.xl ?? null,
    mimetype: item.attributes.thumbnail ? 'image/webp' : 'application/octet-stream',
  },
})

/** The same for a whole list. */
export const previewOnlySource = (source: ViewerSource): ViewerSource => ({
  ...source,
  at: (index) => {
    const item = source.at(index)
    return item && asPreviewOnly(item)
  },
})
