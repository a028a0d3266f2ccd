import type { StageProps } from '../types.ts'
import { Markdown } from './Markdown.tsx'
import { TextFrame } from './TextFrame.tsx'
import './markdown.css'

/** A Markdown text as a page. */
export const MarkdownStage = (props: StageProps) => (
  <TextFrame {...props}>
    {(text) => (
      <div className="markdown" dir="auto">
        <Markdown text={text} />
      </div>
    )}
  </TextFrame>
)
