import { type Item, isNativeImage } from '../../storage/contract.ts'

/** URL that shows a file without the viewer: of the file, or, where browsers do not decode it, of its largest thumbnail. */
export const shownUrl = ({ attributes: { kind, mimetype, thumbnail, file_url: url } }: Item): string | null =>
  kind !== 'image' || isNativeImage(mimetype ?? '') ? url : (thumbnail?.xl ?? null)
