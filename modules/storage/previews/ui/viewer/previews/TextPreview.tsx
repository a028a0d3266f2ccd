import type { PreviewProps } from '../types.ts'
import { TextFrame } from './TextFrame.tsx'

/** Plain text with wrapped lines. */
export const TextPreview = (props: PreviewProps) => (
  <TextFrame {...props}>
    {(text) => (
      <pre dir="auto" className="px-4 py-4 font-mono text-13 leading-6 break-words whitespace-pre-wrap sm:px-6">
        {text}
      </pre>
    )}
  </TextFrame>
)
