import { createContext } from 'react'
import type { AddedToFiles } from './types.ts'

/** What other modules add to the files screens, in the order in which it shows; never changes while the app lives. */
export const AddedContext = createContext<readonly AddedToFiles[]>([])
