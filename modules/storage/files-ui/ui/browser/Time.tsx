import type { RowTexts } from './row-texts.ts'

/** A time as people say it; the exact one on hover. */
export const Time = ({ iso, texts }: { iso: string; texts: RowTexts }) => {
  const { text, exact } = texts.when(iso)
  return (
    <time dateTime={iso} data-tip={exact}>
      {text}
    </time>
  )
}
