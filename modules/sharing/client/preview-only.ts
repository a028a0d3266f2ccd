import type { Item } from '../../storage/contract.ts'
import type { ViewerSource } from '../../storage/ui.ts'

/** The viewer shows a picture by its largest thumbnail; other files as their page shows them. */
export const isPreviewedPicture = ({ attributes: { kind, thumbnail } }: Item): boolean =>
  kind === 'image' && thumbnail !== null

/** A picture as the viewer shows it to visitors who may not download: its largest thumbnail as an image. */
export const asPreviewOnly = (item: Item): Item => {
  const { thumbnail } = item.attributes
  return thumbnail && isPreviewedPicture(item)
    ? { ...item, attributes: { ...item.attributes, file_url: thumbnail.xl, mimetype: 'image/webp' } }
    : item
}

/** The same for a list. */
export const previewOnlySource = (source: ViewerSource): ViewerSource => ({
  ...source,
  at: (index) => {
    const item = source.at(index)
    return item && asPreviewOnly(item)
  },
})
