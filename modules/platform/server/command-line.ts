/**
 * Command line that precedes the name of an operator's command, for texts that name one: `coffer` of the service and in the
 * container. The launchers pass it.
 */
export const commandLine = (): string => process.env.COFFER_COMMAND ?? 'npm run cli --'
