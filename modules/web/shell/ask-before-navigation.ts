import type { PageContextClient } from 'vike/types'
import { discardInputs, setInputDiscarded, type WatchedInput } from '../client/leave-page.ts'
import { beginLoading, endNavigation, navigationEnd, navigationUnderWay } from './navigation.ts'
import { navigationDeclined } from './navigation-declined.ts'
import { reloadPage } from './reload-page.ts'

interface Question {
  isDiscarded: Promise<boolean>
  /** The last navigation that waits for the answer; Vike has dropped the others. */
  page: PageContextClient
  /** Addresses of the steps in the history since the question, that of the page that asks before them; empty without one. */
  steps: string[]
  /** Whether the page was being loaded again, which Vike has dropped. */
  wasLoading: boolean
}

let open: Question | null = null

/** Vike drops a navigation that never begins at the next one. */
const never = new Promise<never>(() => {})

/** The address as Vike passes it. */
const currentUrl = () => location.pathname + location.search + location.hash

const keepPage = ({ steps, wasLoading }: Question): void => {
  // Marked as Vike marks its own entries: for steps from and to others it does not load a page that is shown already.
  const vike = { timestamp: Date.now(), scrollPosition: null, triggeredBy: 'vike' }
  // A step that closed the question is not among them: it has left the last of them, or has come back to one.
  const reached = steps.indexOf(currentUrl())
  const left = reached < 0 ? steps : steps.slice(0, reached)
  for (const address of left.toReversed()) history.pushState({ vike }, '', address)
  endNavigation()
  window.dispatchEvent(new Event(navigationDeclined))
  if (wasLoading) void reloadPage()
}

/** Asks before a navigation replaces unsaved input; where the person declines, this page stays and nothing resolves. */
export const askBeforeNavigation = async (
  input: WatchedInput,
  page: PageContextClient,
  begin: () => void,
): Promise<void> => {
  const { isHistoryNavigation, previousPageContext, urlOriginal } = page
  // This step in the history closed the question about the one before, after which this page has put its address back.
  if (isHistoryNavigation && urlOriginal !== currentUrl()) return never
  open ??= { isDiscarded: input.mayDiscard(), page, steps: [], wasLoading: navigationUnderWay() }
  const question = open
  question.page = page
  if (isHistoryNavigation) {
    if (question.steps.length === 0 && previousPageContext) question.steps.push(previousPageContext.urlOriginal)
    question.steps.push(urlOriginal)
  }
  // Reloads of this page wait meanwhile.
  beginLoading()
  const isDiscarded = await question.isDiscarded
  if (question.page !== page) return never
  open = null
  if (!isDiscarded) {
    keepPage(question)
    return never
  }
  begin()
  discardInputs()
  // Also after a failure: dialogs with discarded input close then.
  window.addEventListener(navigationEnd, () => setInputDiscarded(false), { once: true })
}
