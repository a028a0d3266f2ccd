/** A node of the syntax tree that Rollup plugins get from `this.parse` (ESTree with offsets). */
export interface SyntaxNode {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/** Replacement of the code between two offsets. */
export interface TextEdit {
  start: number
  end: number
  text: string
}

export const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof (value as SyntaxNode | null)?.type === 'string'
export const childNodesOf = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isSyntaxNode)

/** The code with all edits, which must not overlap. */
export const applyEdits = (code: string, edits: readonly TextEdit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, { start, end, text }) => edited.slice(0, start) + text + edited.slice(end), code)
