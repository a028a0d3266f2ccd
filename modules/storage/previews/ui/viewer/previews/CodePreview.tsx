import { lazy, Suspense } from 'react'
import { languageOf } from '../../../contract.ts'
import type { PreviewProps } from '../types.ts'
import { TextFrame } from './TextFrame.tsx'

type HighlightedCode = typeof import('./HighlightedCode.tsx')
const HighlightedCode = lazy(() =>
  // Shows plain text when the highlighter does not load.
  import('./HighlightedCode.tsx').catch((): HighlightedCode => ({ default: ({ text }) => text })),
)
/** Longer texts stay plain, because highlighting would block the page. */
const maxHighlightedChars = 200_000

/** Source code with line numbers, highlighted where the language is known. */
export const CodePreview = (props: PreviewProps) => {
  const language = languageOf(props.item)
  return <TextFrame {...props}>{(text) => <Code text={text} language={language} />}</TextFrame>
}

/** Line numbers beside horizontally scrolling code. */
const Code = ({ text, language }: { text: string; language: string | null }) => {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return (
    <div dir="ltr" className="flex font-mono text-13 leading-6">
      <pre aria-hidden="true" className="shrink-0 border-e border-line px-3 py-4 text-end text-faint select-none">
        {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
      </pre>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard */}
      <pre tabIndex={0} data-arrows className="min-w-0 grow overflow-x-auto px-4 py-4 outline-none">
        {language && text.length <= maxHighlightedChars ? (
          <Suspense fallback={text}>
            <HighlightedCode text={text} language={language} />
          </Suspense>
        ) : (
          text
        )}
      </pre>
    </div>
  )
}
