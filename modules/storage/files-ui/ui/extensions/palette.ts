import { createContext } from 'react'
import type { PageContext } from 'vike/types'
import type { IconType } from '../../../../web/ui.ts'

/** A page, a section of settings or a form to create something, which the palette finds. Texts are i18n keys. */
export interface PaletteEntry {
  id: string
  kind: 'page' | 'setting' | 'create'
  /** Its name, and before it the names of what it lies in. */
  labelKeys: readonly string[]
  /** Further search words. */
  wordKeys: readonly string[]
  icon: IconType
  href: string
}

export type PaletteEntries = (page: PageContext) => readonly PaletteEntry[]

/** What a module above storage adds to the palette. */
export interface PaletteSource {
  /** Loaded for accounts of this role only. */
  role: 'admin'
  load: () => Promise<PaletteEntries>
}

/** Constant for the lifetime of the app. */
export const PaletteSourcesContext = createContext<readonly PaletteSource[]>([])
