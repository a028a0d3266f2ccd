import { createContext } from 'react'
import type { PageContext } from 'vike/types'
import type { IconType } from '../../../../web/ui.ts'

/** A page, a section of settings or a form to create something, which the search dialog finds. Texts are i18n keys. */
export interface SearchEntry {
  id: string
  kind: 'page' | 'setting' | 'create'
  /** Keys of its name and, before it, of the names of the pages around it, outermost first. */
  labelKeys: readonly string[]
  /** Further search words. */
  wordKeys: readonly string[]
  icon: IconType
  href: string
}

export type SearchEntries = (page: PageContext) => readonly SearchEntry[]

/** Entries that a module above storage adds to the search dialog. */
export interface SearchSource {
  /** Loaded for accounts of this role only. */
  role: 'admin'
  load: () => Promise<SearchEntries>
}

/** Constant for the lifetime of the app. */
export const SearchSourcesContext = createContext<readonly SearchSource[]>([])
