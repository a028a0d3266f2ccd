/** What is seen of the scrolled content, px. */
export interface View {
  top: number
  height: number
}

/** The half-open range of lines to render: in view, and `spare` beyond each edge. */
export const linesIn = (
  { top, height }: View,
  lineHeight: number,
  lines: number,
  spare: number,
): { from: number; to: number } => {
  const from = Math.max(0, Math.min(lines, Math.floor(top / lineHeight)) - spare)
  return { from, to: Math.max(from, Math.min(lines, Math.ceil((top + height) / lineHeight) + spare)) }
}

/** Where to scroll so that a line is whole in view, below what sticks at the top; null when it is. */
export const offsetTo = (line: number, lineHeight: number, head: number, { top, height }: View): number | null => {
  const start = line * lineHeight
  const end = head + start + lineHeight
  if (start < top) return start
  return end > top + height ? end - height : null
}
