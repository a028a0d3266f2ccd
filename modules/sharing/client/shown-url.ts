import { type Item, isNativeImage } from '../../storage/contract.ts'

/** What shows a file without the viewer: the file; of a picture that browsers do not decode, its largest thumbnail. */
export const shownUrl = ({ attributes: { kind, mimetype, thumbnail, file_url: url } }: Item): string | null =>
  kind !== 'image' || isNativeImage(mimetype ?? '') ? url : (thumbnail?.xl ?? null)
