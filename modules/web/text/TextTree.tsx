import { createElement, type ReactNode } from 'react'
import type { TextNode } from './text-tree.ts'
import './markdown.css'

const voidTags = new Set(['br', 'hr', 'input'])

const otherSite = { target: '_blank', rel: 'noopener noreferrer nofollow', 'data-vike': 'false' }

/** Attributes that elements have besides the attributes of their nodes. */
const extras = {
  // A wide table, which scrolls.
  div: { tabIndex: 0 },
  input: { type: 'checkbox', disabled: true, readOnly: true },
  // The way to scroll it by keyboard.
  pre: { tabIndex: 0, 'data-arrows': '', dir: 'ltr' },
} as const

/** Renders one node of a formatted text as it stands among others. */
export const drawText = (node: TextNode, index: number): ReactNode => {
  if (typeof node === 'string') return node
  const [tag, attributes, ...children] = node
  const ownAttributes = typeof attributes === 'string' ? { className: attributes } : attributes
  const isOtherSite = tag === 'a' && !ownAttributes?.href?.startsWith('/')
  const props = {
    key: index,
    ...ownAttributes,
    ...(tag in extras ? extras[tag as keyof typeof extras] : null),
    ...(isOtherSite ? otherSite : null),
  }
  return voidTags.has(tag) ? createElement(tag, props) : createElement(tag, props, children.map(drawText))
}

/** Renders a formatted text: elements and texts only, so that file content never becomes markup. */
export const TextTree = ({ nodes }: { nodes: readonly TextNode[] }): ReactNode => nodes.map(drawText)
