/** A node of the syntax tree that Rollup plugins get from `this.parse` (ESTree with offsets). */
export interface Node {
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

export const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The code with all edits, which must not overlap. */
export const applyEdits = (code: string, edits: readonly TextEdit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, { start, end, text }) => edited.slice(0, start) + text + edited.slice(end), code)
