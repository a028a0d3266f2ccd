#!/usr/bin/env node
// The command `coffer` of a release, as npx runs it: without arguments the server, else an operator's command.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

const [command] = process.argv.slice(2)

/** A package's folder is replaced with each version, and the current folder may be anybody's: data is in the account's own. */
const defaultDataDir = () => join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'coffer')

// The launchers change to the folder of the release.
process.env.DATA_DIR = process.env.DATA_DIR ? resolve(process.env.DATA_DIR) : defaultDataDir()
if (command === undefined) console.error(`Data is in ${process.env.DATA_DIR} (DATA_DIR selects another folder).`)
await import(command === undefined ? './start.mjs' : './cli.mjs')
