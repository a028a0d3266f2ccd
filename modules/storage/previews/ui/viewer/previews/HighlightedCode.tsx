import { common, createLowlight } from 'lowlight'
import { type ReactNode, useMemo } from 'react'
import './code.css'

type Node = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children'][number]

const lowlight = createLowlight(common)

/** Creates elements and text only, so that file content never becomes markup. */
const draw = (nodes: readonly Node[]): ReactNode[] =>
  nodes.map((node, index) => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return null
    const names = node.properties.className
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
      <span key={index} className={Array.isArray(names) ? names.join(' ') : undefined}>
        {draw(node.children as Node[])}
      </span>
    )
  })

/** Source code with syntax highlighting. */
const HighlightedCode = ({ text, language }: { text: string; language: string }): ReactNode =>
  useMemo(
    () => (lowlight.registered(language) ? draw(lowlight.highlight(language, text).children) : text),
    [text, language],
  )

export default HighlightedCode
