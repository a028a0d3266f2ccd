import type { StageProps } from '../types.ts'
import { TextFrame } from './TextFrame.tsx'

/** Plain text, lines broken where the sheet ends. */
export const TextStage = (props: StageProps) => (
  <TextFrame {...props}>
    {(text) => (
      <pre dir="auto" className="px-4 py-4 font-mono text-13 leading-6 break-words whitespace-pre-wrap sm:px-6">
        {text}
      </pre>
    )}
  </TextFrame>
)
