import type { Plugin } from 'vite'

const id = '\0coffer:plain-stores'

const code = `const itself = (object) => object
export const proxy = itself
export const ref = itself
export const useSnapshot = itself
const never = () => () => {}
export const subscribe = never
export const subscribeKey = never
`

/**
 * Vite plugin: the server's build has plain objects as the stores of pages. Nothing changes while a page is rendered, and
 * valtio's proxies and snapshots of a page cost as much as its elements.
 */
export const plainStores = (): Plugin => ({
  name: 'coffer:plain-stores',
  enforce: 'pre',
  apply: 'build',
  resolveId(source) {
    const isServer = this.environment.config.consumer === 'server'
    return isServer && /^valtio(\/(vanilla|utils))?$/.test(source) ? id : undefined
  },
  load(path) {
    return path === id ? { code, moduleType: 'js' } : undefined
  },
})
