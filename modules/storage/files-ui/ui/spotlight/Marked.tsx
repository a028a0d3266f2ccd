import { markedPieces } from '../../../search/ui.ts'

/** A name with the letters that matched in the brand's tint. */
export const Marked = ({ name, query }: { name: string; query: string }) => {
  let at = 0
  return markedPieces(name, query).map(({ text, hit }) => {
    const key = at
    at += text.length
    return hit ? (
      <mark key={key} className="rounded-xs bg-brand-tint font-medium text-brand-text">
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    )
  })
}
