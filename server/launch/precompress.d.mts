import type { Plugin } from 'vite'

export const precompress: () => Plugin
