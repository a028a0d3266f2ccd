import { CodeTree, formatBytes, TextTree, usePageContext, useSentenceSpace, useT } from '../../../web/ui.ts'
import type { VisitorTextPreview } from '../../contract.ts'
import { previewFrameClass } from './preview-frame-class.ts'

const scrolling = 'max-h-[70vh] overflow-auto px-4 py-4'

/** The first pages of a text: Markdown formatted, code highlighted, separated values as a table. */
export const TextContent = ({ name, text }: { name: string; text: VisitorTextPreview }) => {
  const t = useT()
  const space = useSentenceSpace()
  const { locale } = usePageContext()
  const { form, nodes, shown, total, columns } = text
  return (
    <section aria-label={t('sharing:page.preview', { name })} className={`${previewFrameClass} bg-surface`}>
      {(shown < total || columns) && (
        <p className="border-b border-line px-4 py-2.5 text-13 text-muted">
          {shown < total &&
            t('sharing:page.beginning', { shown: formatBytes(shown, locale), total: formatBytes(total, locale) })}
          {space}
          {columns && t('sharing:page.columns', columns)}
        </p>
      )}
      {form === 'markdown' || form === 'table' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard
        <div tabIndex={0} dir="auto" className="markdown max-h-[70vh] overflow-auto">
          <TextTree nodes={nodes} />
        </div>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard
          tabIndex={0}
          dir={form === 'code' ? 'ltr' : 'auto'}
          className={`${scrolling} font-mono text-13 leading-6 ${form === 'code' ? '' : 'break-words whitespace-pre-wrap'}`}
        >
          {/* The element keeps an empty first line, which the parser drops after <pre>. */}
          <code>{form === 'code' ? <CodeTree nodes={nodes} /> : <TextTree nodes={nodes} />}</code>
        </pre>
      )}
    </section>
  )
}
