export { defaultPrefs, type Prefs, parsePrefs, prefsCookie, serializePrefs } from './client/prefs.ts'
