import type { Item } from '../../storage/contract.ts'
import { mediaPreviewUrl, type ViewerSource } from '../../storage/ui.ts'

/** What a visitor who may not download sees of a file instead of its content: the preview to play, else the largest thumbnail. */
export const previewOnlyUrl = (item: Item): string | null =>
  mediaPreviewUrl(item) ?? item.attributes.thumbnail?.xl ?? null

/** Without downloads only films, sounds and files with a thumbnail can be previewed: a file's content would be its download. */
export const canPreview = (item: Item, download: boolean): boolean => download || previewOnlyUrl(item) !== null

/** The file as the viewer shows it without downloads: a player, its largest thumbnail as an image, or no preview. */
export const asPreviewOnly = (item: Item): Item => ({
  ...item,
  attributes: {
    ...item.attributes,
    file_url: previewOnlyUrl(item),
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
