import { proxy } from 'valtio'
import { randomUuid } from '../../tree/ui.ts'

interface Draft {
  text: string
  /** Id of the comment to be, so that it is written once, however often it is sent; a changed text has another one. */
  id: string
}

/**
 * Texts that were typed and not sent, by the item or the comment that they belong to. All forms of a key show the same one:
 * the details of an item may be open twice. A sign-out loads another document.
 */
export const commentDrafts = proxy<Record<string, Draft>>({})

export const draftOf = (key: string): Draft | undefined => commentDrafts[key]

export const hasDrafts = (): boolean => Object.keys(commentDrafts).length > 0

/** Keeps what was typed; `unchanged`: the text without input, which is no draft. */
export const storeDraft = (key: string, text: string, unchanged = ''): void => {
  if (text === unchanged) delete commentDrafts[key]
  else if (commentDrafts[key]?.text !== text) commentDrafts[key] = { text, id: randomUuid() }
}

export const deleteDraft = (key: string): void => {
  delete commentDrafts[key]
}
