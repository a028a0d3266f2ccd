import { type ReactNode, useEffect, useRef, useState } from 'react'
import { drawText } from './TextTree.tsx'
import { codeBlockClass, type TextNode } from './text-tree.ts'
import './code.css'

/** These fill the frame of a text on any screen. */
const firstBlocks = 2

const textOf = (node: TextNode): string => {
  if (typeof node === 'string') return node
  const [, , ...children] = node
  return children.map(textOf).join('')
}

/**
 * A block of lines. It is plain text until it comes near the view, because a long file has tens of thousands of elements.
 */
const LineBlock = ({ nodes, isFirst }: { nodes: readonly TextNode[]; isFirst: boolean }) => {
  const [isNear, setIsNear] = useState(isFirst)
  const block = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isNear || !block.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      scrollMargin: '400px',
    })
    observer.observe(block.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <span ref={block} className={codeBlockClass}>
      {isNear ? nodes.map(drawText) : nodes.map(textOf).join('')}
    </span>
  )
}

const draw = (node: TextNode, index: number): ReactNode => {
  if (typeof node === 'string') return node
  const [, className, ...children] = node
  if (className !== codeBlockClass) return drawText(node, index)
  return <LineBlock key={index} nodes={children} isFirst={index < firstBlocks} />
}

/** Renders source code that was highlighted, in blocks of lines. */
export const CodeTree = ({ nodes }: { nodes: readonly TextNode[] }): ReactNode => nodes.map(draw)
