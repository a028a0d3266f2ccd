import { useMemo } from 'react'
import { markdownTree } from '../../../../../web/markdown.ts'
import { TextTree } from '../../../../../web/ui.ts'
import type { PreviewProps } from '../types.ts'
import { TextFrame } from './TextFrame.tsx'

/** A rendered Markdown text. */
export const MarkdownPreview = (props: PreviewProps) => (
  <TextFrame {...props}>
    {(text) => (
      <div className="markdown" dir="auto">
        <Markdown text={text} />
      </div>
    )}
  </TextFrame>
)

const Markdown = ({ text }: { text: string }) => {
  const nodes = useMemo(() => markdownTree(text), [text])
  return <TextTree nodes={nodes} />
}
