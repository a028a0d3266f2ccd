import manifest from '../package.json' with { type: 'json' }

/** The version that runs, with its build (server/launch/build-id.mjs): `0.1.0+1a2b3c4d`. */
export const productVersion = [manifest.version, process.env.COFFER_BUILD].filter(Boolean).join('+')
