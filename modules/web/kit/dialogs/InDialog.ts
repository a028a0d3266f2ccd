import { createContext } from 'react'

/**
 * Whether a Dialog or Sheet is an ancestor. Menus and lists opened there are modal themselves: the dialog's scroll lock
 * would swallow wheel events over a list portaled outside of it.
 */
export const InDialog = createContext(false)
