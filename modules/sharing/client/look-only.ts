import type { Item } from '../../storage/contract.ts'
import type { ViewerSource } from '../../storage/ui.ts'

/** Where downloads are off, looking goes as far as there are previews: a file's bytes are its download. */
export const isLookedAt = ({ attributes: { thumbnail } }: Item, download: boolean): boolean =>
  download || thumbnail !== null

/** A file as the viewer may show it then: its preview as a picture, or that there is none. */
export const lookOnly = (item: Item): Item => ({
  ...item,
  attributes: {
    ...item.attributes,
    file_url: item.attributes.thumbnail?.xl ?? null,
    mimetype: item.attributes.thumbnail ? 'image/webp' : 'application/octet-stream',
  },
})

/** The same for a whole list. */
export const lookOnlySource = (source: ViewerSource): ViewerSource => ({
  ...source,
  at: (index) => {
    const item = source.at(index)
    return item && lookOnly(item)
  },
})
