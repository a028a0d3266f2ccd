import { type ReactNode, useMemo } from 'react'
import { CodeTree } from '../../../../../web/ui.ts'
import { codeTree } from '../../../contract/code-tree.ts'

/** Source code with syntax highlighting. */
const HighlightedCode = ({ text, language }: { text: string; language: string }): ReactNode => {
  const nodes = useMemo(() => codeTree(text, language), [text, language])
  return <CodeTree nodes={nodes} />
}

export default HighlightedCode
