import { createContext } from 'react'

/**
 * Whether a Popup or Sheet is around. What floats from there must be modal itself: the dialog's scroll lock would
 * swallow the wheel over a list that stands outside of it.
 */
export const InDialog = createContext(false)
