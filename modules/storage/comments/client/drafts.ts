import { randomUuid } from '../../tree/ui.ts'

interface Draft {
  text: string
  /** Id of the comment to be, so that it is written once, however often it is sent; a changed text has another one. */
  id: string
}

/** Texts that were typed and not sent, by the item or the comment that they belong to. A sign-out loads another document. */
const drafts = new Map<string, Draft>()

export const draftOf = (key: string): Draft | undefined => drafts.get(key)

/** Keeps what was typed; an empty text is none. */
export const keepDraft = (key: string, text: string): void => {
  if (text === '') drafts.delete(key)
  else if (drafts.get(key)?.text !== text) drafts.set(key, { text, id: randomUuid() })
}

export const dropDraft = (key: string): void => {
  drafts.delete(key)
}
