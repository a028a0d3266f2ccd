/** Bundles the server's code when it has changed; returns the folder with `main.mjs` and `cli.mjs`. */
export function ensureBundled(): string
