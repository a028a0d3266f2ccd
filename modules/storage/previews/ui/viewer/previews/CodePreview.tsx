import { lazy, Suspense } from 'react'
import { languageOf } from '../../../client/preview-kind.ts'
import type { StageProps } from '../types.ts'
import { TextFrame } from './TextFrame.tsx'

type Coloured = typeof import('./Coloured.tsx')
const Coloured = lazy(() =>
  // Without the colours the text is worth reading too.
  import('./Coloured.tsx').catch((): Coloured => ({ default: ({ text }) => text })),
)
/** Characters that are coloured; longer texts stay plain, as colouring them would hold up the page. */
const most = 200_000

/** Source text with line numbers, and colours where its language is known. */
export const CodeStage = (props: StageProps) => {
  const language = languageOf(props.item)
  return <TextFrame {...props}>{(text) => <Code text={text} language={language} />}</TextFrame>
}

/** Numbered, scrolling sideways; also the code blocks of Markdown would use it. */
const Code = ({ text, language }: { text: string; language: string | null }) => {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return (
    <div dir="ltr" className="flex font-mono text-13 leading-6">
      <pre aria-hidden="true" className="shrink-0 border-e border-line px-3 py-4 text-end text-faint select-none">
        {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
      </pre>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard */}
      <pre tabIndex={0} data-arrows className="min-w-0 grow overflow-x-auto px-4 py-4 outline-none">
        {language && text.length <= most ? (
          <Suspense fallback={text}>
            <Coloured text={text} language={language} />
          </Suspense>
        ) : (
          text
        )}
      </pre>
    </div>
  )
}
