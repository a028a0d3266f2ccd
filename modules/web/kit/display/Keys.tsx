import { useT } from '../../i18n/use-t.ts'
import { keyNames } from './key-names.ts'

/** The keys of a shortcut as plain text: `Ctrl X`. */
export const Keys = ({ of }: { of: string }) => keyNames(of, useT()).join(' ')
