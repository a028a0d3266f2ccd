import type { PreviewProps } from '../types.ts'
import { Markdown } from './Markdown.tsx'
import { TextFrame } from './TextFrame.tsx'
import './markdown.css'

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
