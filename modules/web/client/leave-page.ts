import type { PageContextClient } from 'vike/types'

/** Input in a form of this page. */
export interface WatchedInput {
  /** `saving`: the form is saving it now, which fails where the session has ended. */
  state(): 'saved' | 'saving' | 'unsaved'
  /** Asks whether it may be discarded, with all other unsaved input. */
  mayDiscard(): Promise<boolean>
  /**
   * Asks before a navigation, which `begin` begins, replaces it; absent where steps within the app keep the input. Here, so
   * that pages without forms do not load the code.
   */
  mayNavigate?(page: PageContextClient, begin: () => void): Promise<void>
  /** Discards input that would be saved once the form disappears. */
  discard(): void
}

let isConfirmed = false
let isDiscarded = false
const inputs = new Set<WatchedInput>()
/**
 * Input that leaving the document, or with `app` this page for another one of the app, would lose, and that the person has
 * not discarded.
 */
export const unsavedInput = (within?: 'app'): WatchedInput | undefined =>
  isConfirmed || isDiscarded
    ? undefined
    : [...inputs].find((input) => input.state() === 'unsaved' && (!within || input.mayNavigate))

/**
 * Set to true, leaving the page asks nothing about unsaved input and saves none; set to false again where the page stays.
 */
export const setInputDiscarded = (isSet: boolean): void => {
  isDiscarded = isSet
}
/** Whether the person has discarded unsaved input, and the page is about to be left. */
export const isInputDiscarded = (): boolean => isDiscarded

/** Discards unsaved input for good: another page will replace the forms, or some of their fields. */
export const discardInputs = (): void => {
  for (const input of inputs) input.discard()
  isDiscarded = true
}

/** Whether the page may be left: asks listeners of `beforeunload`, such as running uploads and unsaved input. */
export const mayLeave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

const askIf = (isAsked: () => unknown): (() => void) => {
  const ask = (event: Event): void => {
    if (isAsked()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

/**
 * Makes the browser ask before the page is left, unless the person has confirmed it. Returns the function that ends this.
 */
export const askBeforeLeaving = (): (() => void) => askIf(() => !isConfirmed)

/** Makes the browser ask before the page is left while this input is unsaved. Returns the function that ends this. */
export const watchInput = (input: WatchedInput): (() => void) => {
  inputs.add(input)
  const stop = askIf(unsavedInput)
  return () => {
    inputs.delete(input)
    stop()
  }
}

/** Whether all that was typed on this page is saved. */
export const isInputSaved = (): boolean => [...inputs].every(({ state }) => state() === 'saved')

/** Loads another document, after the person has confirmed it or nothing had to be asked. */
export const leavePage = (url: string): void => {
  isConfirmed = true
  location.assign(url)
}
