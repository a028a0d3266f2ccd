import { symbols } from './glyphs.ts'

const content = { __html: symbols }

/** The shapes of all file icons, once per document: a list with a hundred icons refers to them by `<use>`. */
export const FileIconSprite = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  <svg width="0" height="0" className="absolute" aria-hidden="true" dangerouslySetInnerHTML={content} />
)
