import { highlightPieces } from '../../../search/ui.ts'

/** A name with its matching letters highlighted. */
export const HighlightedText = ({ name, query }: { name: string; query: string }) => {
  let offset = 0
  return highlightPieces(name, query).map(({ text, hit }) => {
    const key = offset
    offset += text.length
    return hit ? (
      <mark key={key} className="rounded-xs bg-brand-tint font-medium text-brand-text">
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    )
  })
}
