import { foldText } from '../../../../shared/contract.ts'
import { findWord, wordsOf } from '../../../search/contract.ts'
import type { Command } from './command.ts'

const maxCommands = { withoutQuery: 3, withQuery: 5 }

/** Without a query the actions on the selection, else the first ones; with a query the actions that match all words. */
export const matchingCommands = (commands: readonly Command[], query: string): Command[] => {
  const words = wordsOf(foldText(query))
  if (words.length === 0) {
    const selectionCommands = commands.filter(({ selection }) => selection)
    return selectionCommands.length > 0 ? selectionCommands : commands.slice(0, maxCommands.withoutQuery)
  }
  const matches = ({ label, words: more = '' }: Command) => {
    const text = foldText(`${label} ${more}`)
    return words.every((word) => findWord(text, word).start)
  }
  return commands.filter(matches).slice(0, maxCommands.withQuery)
}
