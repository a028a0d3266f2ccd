import type { PreviewProps } from '../types.ts'
import { TextFrame } from './TextFrame.tsx'

/** Wrapped lines. */
export const PlainText = ({ text }: { text: string }) => (
  <pre dir="auto" className="px-4 py-4 font-mono text-13 leading-6 break-words whitespace-pre-wrap sm:px-6">
    {text}
  </pre>
)

/** Plain text. */
export const TextPreview = (props: PreviewProps) => (
  <TextFrame {...props}>{(text) => <PlainText text={text} />}</TextFrame>
)
