import type { RowTexts } from './row-texts.ts'

/** A relative time. The tooltip of a time is the exact one: `TooltipHost` formats it when it is shown. */
export const Time = ({ iso, texts }: { iso: string; texts: RowTexts }) => (
  <time dateTime={iso} data-tip="">
    {texts.when(iso)}
  </time>
)
