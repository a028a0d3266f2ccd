import type { Item } from '../../storage/contract.ts'
import type { ViewerSource } from '../../storage/ui.ts'

/** Without downloads only files with a thumbnail can be previewed: a file's content would be its download. */
export const canPreview = ({ attributes: { thumbnail } }: Item, download: boolean): boolean =>
  download || thumbnail !== null

/** The file as the viewer shows it without downloads: its largest thumbnail as an image, or no preview. */
export const asPreviewOnly = (item: Item): Item => ({
  ...item,
  attributes: {
    ...item.attributes,
    file_url: item.attributes.thumbnail?.xl ?? null,
    mimetype: item.attributes.thumbnail ? 'image/webp' : 'application/octet-stream',
  },
})

/** The same for a list. */
export const previewOnlySource = (source: ViewerSource): ViewerSource => ({
  ...source,
  at: (index) => {
    const item = source.at(index)
    return item && asPreviewOnly(item)
  },
})
