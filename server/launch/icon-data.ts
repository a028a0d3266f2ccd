import type { Plugin } from 'vite'

/**
 * The module of one of lucide's icons without what its drawing does not need: keys of its shapes, which only React's
 * development build asks for, and a statement without effect. The keys are random: on each page they took 1 KB.
 */
export const plainIcon = (code: string): string =>
  code.replace(/,\s+key: "\w+"/g, '').replace(/^__iconData\.node;$/m, '')

/** Vite plugin for `plainIcon`. */
export const iconData = (): Plugin => ({
  name: 'coffer:icon-data',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
    handler: (code) => ({ code: plainIcon(code), map: null }),
  },
})
