import { usePageContext } from '../page-context.tsx'

/** Text between two sentences: a space, but none in Chinese and Japanese, where the full stop has its own. */
export const useSentenceSpace = (): string => (/^(ja|zh)\b/.test(usePageContext().locale) ? '' : ' ')
