import type { RowTexts } from './row-texts.ts'

/** A relative time, with the exact one in a tooltip. */
export const Time = ({ iso, texts }: { iso: string; texts: RowTexts }) => {
  const { text, exact } = texts.when(iso)
  return (
    <time dateTime={iso} data-tip={exact}>
      {text}
    </time>
  )
}
