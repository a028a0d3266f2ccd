import { useMemo, useState } from 'react'
import { Button, formatBytes, TextTree, usePageContext, useSentenceSpace, useT } from '../../../../../web/ui.ts'
import { csvTree, maxTableColumns } from '../../../contract.ts'
import type { PreviewProps } from '../types.ts'
import { TextFrame } from './TextFrame.tsx'
import { PlainText } from './TextPreview.tsx'

/** Maximum number of rows: more would take seconds to lay out. The text shows all of them. */
const maxRows = 500

/** Separated values as a table, or as the text that they are. */
export const TablePreview = (props: PreviewProps) => <TextFrame {...props}>{(text) => <Table text={text} />}</TextFrame>

const Table = ({ text }: { text: string }) => {
  const t = useT()
  const space = useSentenceSpace()
  const { locale } = usePageContext()
  const table = useMemo(() => csvTree(text, maxRows), [text])
  const [raw, setRaw] = useState(false)
  if (!table) return <PlainText text={text} />
  const bytes = (part: string) => formatBytes(new TextEncoder().encode(part).length, locale)
  return (
    <>
      <p className="flex flex-wrap items-center justify-end gap-2 border-b border-line px-4 py-2 text-13 text-muted">
        {!raw && (
          <span className="grow">
            {table.length < text.length &&
              t('storage:viewer.tablePart', { shown: bytes(text.slice(0, table.length)), total: bytes(text) })}
            {space}
            {table.columns > maxTableColumns &&
              t('storage:viewer.tableColumns', { shown: maxTableColumns, total: table.columns })}
          </span>
        )}
        <Button size="sm" onClick={() => setRaw(!raw)}>
          {t(raw ? 'storage:viewer.asTable' : 'storage:viewer.asText')}
        </Button>
      </p>
      {raw ? (
        <PlainText text={text} />
      ) : (
        <div dir="auto" className="markdown">
          <TextTree nodes={table.nodes} />
        </div>
      )}
    </>
  )
}
