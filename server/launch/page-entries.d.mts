import type { Plugin } from 'vite'

export function pageEntries(): Plugin
