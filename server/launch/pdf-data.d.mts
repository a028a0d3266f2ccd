import type { Plugin } from 'vite'

export function pdfData(): Plugin
